namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>PostgreSQL's binaries on this machine, and those of other servers.</summary>
internal static class Postgres
{
    private const string Kind = "postgres";
    private static readonly ConcurrentDictionary<string, Task<Unavailable?>> Missing = new(StringComparer.Ordinal);

    /// <summary>The variable that names a server to the command.</summary>
    public static string Variable => EnvironmentProvisioner.Variable(Kind);

    /// <summary>A server of one test; the test is skipped with the reason where there can be none.</summary>
    public static TestServer NewServer() => new(Kind) { Mode = "local" };

    /// <summary>Skips the test where the command would not find the binaries of a kind of server.</summary>
    public static async Task SkipWithoutAsync(string kind = Kind)
    {
        if (await WhyNotAsync(kind) is { } unavailable)
            Assert.Skip(unavailable.ToString());
    }

    /// <summary>Why the command would not find them; null where it does.</summary>
    public static Task<Unavailable?> WhyNotAsync(string kind = Kind) => Missing.GetOrAdd(kind, CheckAsync);

    private static async Task<Unavailable?> CheckAsync(string kind)
    {
        using var folder = RunWorkFolder.Create();
        await using var pool = new ServerPool(new ServerPoolOptions { WorkFolder = folder.Path, Mode = "local" });
        return await pool.CheckAsync(kind);
    }
}
