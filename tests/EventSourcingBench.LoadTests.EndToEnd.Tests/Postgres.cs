namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>PostgreSQL's binaries on this machine.</summary>
internal static class Postgres
{
    private const string Kind = "postgres";
    private static readonly Lazy<Task<Unavailable?>> Missing = new(async () =>
    {
        using var folder = RunWorkFolder.Create();
        await using var pool = new ServerPool(new ServerPoolOptions { WorkFolder = folder.Path, Mode = "local" });
        return await pool.CheckAsync(Kind);
    });

    /// <summary>The variable that names a server to the command.</summary>
    public static string Variable => EnvironmentProvisioner.Variable(Kind);

    /// <summary>A server of one test; the test is skipped with the reason where there can be none.</summary>
    public static TestServer NewServer() => new(Kind) { Mode = "local" };

    /// <summary>Skips the test where the command would not find a server's binaries.</summary>
    public static async Task SkipWithoutAsync()
    {
        if (await Missing.Value is { } unavailable)
            Assert.Skip(unavailable.ToString());
    }
}
