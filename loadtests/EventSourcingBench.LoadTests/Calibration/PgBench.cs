using System.Data.Common;
using System.Diagnostics;

namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>PostgreSQL's own load generator.</summary>
internal sealed class PgBench
{
    private static readonly TimeSpan StartAndEnd = TimeSpan.FromMinutes(1);

    public static Unavailable Missing { get; } = new(
        "pgbench is not on this machine.",
        "Install it with PostgreSQL's server (Debian and Ubuntu: apt-get install postgresql).");

    private readonly string _path;
    private readonly string _workFolder;
    private readonly DbConnectionStringBuilder _connection;

    private PgBench(string path, StoreTarget target)
    {
        (_path, _workFolder) = (path, target.DataFolder);
        _connection = new DbConnectionStringBuilder { ConnectionString = target.Server!.ConnectionString };
    }

    /// <summary>Looks in PATH, then where Debian and Red Hat install PostgreSQL; null where it is not.</summary>
    public static PgBench? Find(StoreTarget target)
    {
        var folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .Concat(Versions("/usr/lib/postgresql"))
            .Concat(Versions("/usr", "pgsql-*"));
        return folders.Select(f => Path.Combine(f, "pgbench")).FirstOrDefault(File.Exists) is { } path ? new PgBench(path, target) : null;
    }

    /// <summary>Runs a script once.</summary>
    /// <exception cref="StoreUnavailableException">It failed; the message has pgbench's own words.</exception>
    public Task ExecuteAsync(string sql, CancellationToken cancellationToken) =>
        RunAsync(sql, TimeSpan.Zero, cancellationToken, "-c", "1", "-t", "1");

    /// <summary>Transactions a second of a script, each client sending its next when the last is answered.</summary>
    /// <exception cref="StoreUnavailableException">It failed; the message has pgbench's own words.</exception>
    public async Task<double> MeasureAsync(string script, int clients, TimeSpan duration, CancellationToken cancellationToken)
    {
        var seconds = FormattableString.Invariant($"{Math.Max(1, Math.Round(duration.TotalSeconds))}");
        var output = await RunAsync(
            script, duration, cancellationToken,
            "-M", "prepared", "-c", FormattableString.Invariant($"{clients}"), "-j", "1", "-T", seconds, "-D", "version=0");

        // Printed for programs to read, in every language: "tps = 8254.587592 (without initial connection time)".
        return double.Parse(output.Last(l => l.StartsWith("tps = ", StringComparison.Ordinal)).Split(' ')[2], CultureInfo.InvariantCulture);
    }

    private static IEnumerable<string> Versions(string parent, string pattern = "*") => Directory.Exists(parent)
        ? Directory.EnumerateDirectories(parent, pattern).OrderDescending(StringComparer.Ordinal).Select(f => Path.Combine(f, "bin"))
        : [];

    private async Task<IReadOnlyList<string>> RunAsync(
        string script, TimeSpan duration, CancellationToken cancellationToken, params string[] arguments)
    {
        var file = Path.Combine(_workFolder, "pgbench.sql");
        await File.WriteAllTextAsync(file, script, cancellationToken);
        var start = new ProcessStartInfo(_path, ["-n", .. arguments, "-f", file, Setting("postgres", "Database", "DB")])
        {
            Environment =
            {
                ["LC_ALL"] = "C",
                ["PGHOST"] = Setting("localhost", "Host", "Server"),
                ["PGPORT"] = Setting("5432", "Port"),
                ["PGUSER"] = Setting(Environment.UserName, "Username", "User Name", "User Id", "User"),
                ["PGPASSWORD"] = Setting("", "Password", "PWD", "PSW"),
            },
        };
        var result = (await ChildCommand.RunAsync(start, duration + StartAndEnd, cancellationToken))!;
        return result.ExitCode == 0
            ? result.Output
            : throw new StoreUnavailableException($"pgbench failed: {string.Join('\n', result.Output).Trim()}");
    }

    private string Setting(string otherwise, params string[] keys) =>
        keys.Select(k => _connection.TryGetValue(k, out var value) ? value.ToString() : null).OfType<string>().FirstOrDefault(otherwise);
}
