using System.Data.Common;
using System.Diagnostics;

namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>Runs PostgreSQL's own load generator.</summary>
internal sealed class PgBench
{
    private static readonly Unavailable Missing = new(
        "pgbench is not on this machine.",
        "Install it with PostgreSQL's server (Debian and Ubuntu: apt-get install postgresql).");

    private readonly string _path;
    private readonly DbConnectionStringBuilder _connection;

    private PgBench(string path, DbConnectionStringBuilder connection)
    {
        _path = path;
        _connection = connection;
    }

    /// <summary>Looks in PATH, then where Debian and Red Hat install PostgreSQL.</summary>
    /// <param name="connectionString">The server, as a connection string of Npgsql.</param>
    public static (PgBench? PgBench, Unavailable? Unavailable) Find(string connectionString)
    {
        var folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .Concat(Versions("/usr/lib/postgresql"))
            .Concat(Versions("/usr", "pgsql-*"));
        var path = folders.Select(f => Path.Combine(f, "pgbench")).FirstOrDefault(File.Exists);
        return path is null
            ? (null, Missing)
            : (new PgBench(path, new DbConnectionStringBuilder { ConnectionString = connectionString }), null);
    }

    /// <summary>Runs a script once, as it is.</summary>
    /// <exception cref="StoreUnavailableException">It failed; the message has pgbench's own words.</exception>
    public Task ExecuteAsync(string sql, string workFolder, CancellationToken cancellationToken) =>
        RunAsync(sql, workFolder, cancellationToken, "-c", "1", "-t", "1");

    /// <summary>Transactions a second of a script, each client sending its next when the last is answered.</summary>
    /// <exception cref="StoreUnavailableException">It failed; the message has pgbench's own words.</exception>
    public async Task<double> MeasureAsync(
        string script, int clients, TimeSpan duration, string workFolder, CancellationToken cancellationToken)
    {
        var seconds = Math.Max(1, (int)Math.Round(duration.TotalSeconds)).ToString(CultureInfo.InvariantCulture);
        var output = await RunAsync(
            script, workFolder, cancellationToken, "-M", "prepared", "-c", clients.ToString(CultureInfo.InvariantCulture), "-j", "1", "-T", seconds, "-D", "version=0");

        // Printed for programs to read, in every language: "tps = 8254.587592 (without initial connection time)".
        var line = output.Split('\n').Last(l => l.StartsWith("tps = ", StringComparison.Ordinal));
        return double.Parse(line.Split(' ')[2], CultureInfo.InvariantCulture);
    }

    private static IEnumerable<string> Versions(string parent, string pattern = "*") => Directory.Exists(parent)
        ? Directory.EnumerateDirectories(parent, pattern).OrderDescending(StringComparer.Ordinal).Select(f => Path.Combine(f, "bin"))
        : [];

    private async Task<string> RunAsync(string script, string workFolder, CancellationToken cancellationToken, params string[] arguments)
    {
        var file = Path.Combine(workFolder, "pgbench.sql");
        await File.WriteAllTextAsync(file, script, cancellationToken);
        var start = new ProcessStartInfo(_path, ["-n", .. arguments, "-f", file, Setting("postgres", "Database", "DB")])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.Environment["LC_ALL"] = "C";
        start.Environment["PGHOST"] = Setting("localhost", "Host", "Server");
        start.Environment["PGPORT"] = Setting("5432", "Port");
        start.Environment["PGUSER"] = Setting(Environment.UserName, "Username", "User Name", "User Id", "User");
        start.Environment["PGPASSWORD"] = Setting("", "Password", "PWD", "PSW");
        using var process = Process.Start(start)!;
        try
        {
            var output = process.StandardOutput.ReadToEndAsync(cancellationToken);
            var errors = process.StandardError.ReadToEndAsync(cancellationToken);
            await process.WaitForExitAsync(cancellationToken);
            return process.ExitCode == 0
                ? await output
                : throw new StoreUnavailableException($"pgbench failed: {(await errors).Trim()}");
        }
        catch (OperationCanceledException)
        {
            process.Kill();
            throw;
        }
    }

    private string Setting(string otherwise, params string[] keys) =>
        keys.Select(k => _connection.TryGetValue(k, out var value) ? value.ToString() : null).FirstOrDefault(v => v is not null) ?? otherwise;
}
