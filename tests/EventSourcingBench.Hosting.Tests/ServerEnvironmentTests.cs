namespace EventSourcingBench.Hosting.Tests;

public sealed class ServerEnvironmentTests : IDisposable
{
    private static readonly string[] Foreign = ["TESTONE_NO_FSYNC", "TESTTWO__CACHE", "testone_lower", "EVENTSOURCINGBENCH_TEST_URL"];

    public void Dispose()
    {
        foreach (var name in Foreign)
        {
            Environment.SetEnvironmentVariable(name, null);
        }
    }

    [Fact]
    public void Variables_that_servers_read_are_removed_and_all_others_stay()
    {
        foreach (var name in Foreign)
        {
            Environment.SetEnvironmentVariable(name, "true");
        }

        var changes = ServerEnvironment.With(["TESTONE_", "TESTTWO_"], [new("TESTONE_PASSWORD", "own"), new("LC_ALL", "C")]);

        changes.Where(c => Foreign.Contains(c.Key)).Select(c => c.Value).ShouldBe(new string?[Foreign.Length]);
        changes["TESTONE_PASSWORD"].ShouldBe("own");
        changes["LC_ALL"].ShouldBe("C");
        changes.Keys.ShouldNotContain("PATH");
        changes.Keys.ShouldNotContain("HOME");
    }
}
