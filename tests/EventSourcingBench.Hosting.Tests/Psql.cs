using System.Diagnostics;

namespace EventSourcingBench.Hosting.Tests;

internal static class Psql
{
    /// <summary>Asks a server and gives its answer; fails when it does not answer.</summary>
    public static async Task<string> AskAsync(string connectionString, string sql)
    {
        var parts = connectionString.Split(';').Select(p => p.Split('=')).ToDictionary(p => p[0], p => p[1]);
        var psql = Executables.Find("psql") ?? Path.Combine(PostgresBinaries.Find()!.Folder, "psql");
        var start = new ProcessStartInfo(psql, ["-h", parts["Host"], "-p", parts["Port"], "-U", parts["Username"], "-d", parts["Database"], "-w", "-Atc", sql]);
        start.Environment["PGPASSWORD"] = parts["Password"];
        var result = await ChildCommand.RunAsync(start, TimeSpan.FromSeconds(60), CancellationToken.None);
        result.ShouldNotBeNull();
        result.ExitCode.ShouldBe(0, string.Join('\n', result.Output));
        return string.Join('\n', result.Output);
    }

    public static void SkipWithoutServer() =>
        Assert.SkipWhen(PostgresBinaries.Find() is null, "there are no PostgreSQL server binaries on this machine");
}
