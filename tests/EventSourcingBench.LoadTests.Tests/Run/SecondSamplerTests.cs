using System.Diagnostics;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class SecondSamplerTests
{
    [Fact]
    public async Task All_nodes_of_a_server_are_sampled_and_the_others_go_on_when_one_has_died()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Process trees are read from /proc, which only Linux has.");
        using Process first = Sleep(), second = Sleep();
        try
        {
            var store = new FakeStore(_ => new BulkWorld()) { ServerProcessIds = [first.Id, second.Id] };
            var seconds = new List<SecondRecord>();
            await using var sampler = new SecondSampler(s => new SecondRecord(s, 0), store, [], seconds.Add, TimeProvider.System);
            sampler.Start();
            await Waiting.UntilAsync(() => seconds.Count == 1, "it was sampled");
            seconds[0].ServerBytes.ShouldNotBeNull();

            first.Kill();
            await first.WaitForExitAsync(TestContext.Current.CancellationToken);
            await Waiting.UntilAsync(() => seconds.Count == 3, "it was sampled again");
            await sampler.StopAsync();

            var (both, one) = (seconds[0].ServerBytes!.Value, seconds[2].ServerBytes.ShouldNotBeNull());
            one.ShouldBeGreaterThan(0);
            one.ShouldBeLessThan(both);
            seconds[2].ServerCores.ShouldNotBeNull();
        }
        finally
        {
            first.Kill();
            second.Kill();
        }
    }

    private static Process Sleep() => Process.Start(new ProcessStartInfo("sleep") { ArgumentList = { "60" }, UseShellExecute = false })!;
}
