using System.Data.Common;

namespace EventSourcingBench.LoadTests.Calibration;

internal sealed class PgBench(string path, StoreTarget target)
{
    private static readonly TimeSpan StartAndEnd = TimeSpan.FromMinutes(1);

    public static Unavailable Missing { get; } = new(
        "pgbench is not on this machine.",
        "Install it with PostgreSQL's server (Debian and Ubuntu: apt-get install postgresql).");

    private static readonly string[] Places =
    [
        "/usr/lib/postgresql/*/bin/pgbench", "/usr/pgsql-*/bin/pgbench",
        "/opt/homebrew/opt/postgresql*/bin/pgbench", "/usr/local/opt/postgresql*/bin/pgbench",
    ];

    private readonly DbConnectionStringBuilder _connection = new() { ConnectionString = target.Server!.ConnectionString };

    /// <summary>Looks in PATH, then where packages of PostgreSQL have it; null where it is not.</summary>
    public static PgBench? Find(StoreTarget target) =>
        (Executables.Find("pgbench") ?? Executables.Installed(Places).FirstOrDefault()) is { } path ? new PgBench(path, target) : null;

    public Task ExecuteAsync(string sql, CancellationToken cancellationToken) =>
        RunAsync(sql, "-c 1 -t 1", TimeSpan.Zero, cancellationToken);

    /// <summary>Transactions a second of a script, each client sending its next when the last is answered.</summary>
    public async Task<double> MeasureAsync(string script, int clients, TimeSpan duration, CancellationToken cancellationToken)
    {
        var options = FormattableString.Invariant(
            $"-M prepared -c {clients} -j 1 -T {Math.Max(1, Math.Round(duration.TotalSeconds))} -D version=0");
        var output = await RunAsync(script, options, duration, cancellationToken);

        // Printed for programs to read, in every language: "tps = 8254.587592 (without initial connection time)".
        return double.Parse(output.Last(l => l.StartsWith("tps = ", StringComparison.Ordinal)).Split(' ')[2], CultureInfo.InvariantCulture);
    }

    private async Task<IReadOnlyList<string>> RunAsync(
        string script, string options, TimeSpan duration, CancellationToken cancellationToken)
    {
        var file = Path.Combine(target.DataFolder, "pgbench.sql");
        await File.WriteAllTextAsync(file, script, cancellationToken);
        var start = new ProcessStartInfo(path, ["-n", .. options.Split(' '), "-f", file, Setting("postgres", "Database", "DB")])
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
            ? result.Output : throw new StoreUnavailableException($"pgbench failed: {string.Join('\n', result.Output).Trim()}");
    }

    private string Setting(string otherwise, params string[] keys) =>
        keys.Select(k => _connection.TryGetValue(k, out var value) ? value.ToString() : null).OfType<string>().FirstOrDefault(otherwise);
}

/// <summary>Measures what the store makes of its server: appends of one event against <c>pgbench -M prepared</c> inserting the same row
/// into a copy of the same table, taking turns on the same server.</summary>
internal static class PgBenchProbe
{
    private const string Row =
        """
        {"symbol":"EURUSD","time":"2020-09-01T00:00:00","tickVolume":123,"realVolume":0,"high":1.19384,"low":1.19356,
        """ + """
        "open":1.19362,"close":1.19381,"apiCallTime":"2026-01-01T00:00:00.1234567+00:00"}
        """;

    private static readonly byte[] Data = Encoding.UTF8.GetBytes(Row);

    // The runtime compiles the client's code while it runs; pgbench has nothing to warm.
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);

    public static async Task<TurnRates> MeasureAsync(CalibrationBench bench, PgBench pgBench, string via, int clients, int rounds)
    {
        var (appends, inserts) = (new List<double>(), new List<double>());
        for (var round = 0; round < rounds; round++)
        {
            // Each round has a new, empty schema: both start with empty tables, and neither sees the other's rows.
            var schema = RunNamespace.Create(bench.Time);
            await using var store = await bench.Target.OpenAsync(schema, keep: false, bench.Cancellation);
            await pgBench.ExecuteAsync(
                $"CREATE TABLE \"{schema}\".pgbench_events (LIKE \"{schema}\".events INCLUDING ALL);", bench.Cancellation);
            inserts.Add(await pgBench.MeasureAsync(Script(schema), clients, Calibrations.Turn, bench.Cancellation));
            var load = new ProbeLoad("the store", client => AppendAsync(store.Events!, client, bench.Cancellation), bench.Time);
            appends.Add(via == Via.Http
                ? (await bench.RunStepAsync(via, clients, clients)).Throughput
                : (await load.RunAsync(clients, WarmUp, Calibrations.Turn, bench.Cancellation)).Rate);
        }

        return new TurnRates(appends, inserts);
    }

    private static string Script(string schema) =>
        $"""
        \set version :version + 1
        INSERT INTO "{schema}".pgbench_events (stream, version, event_id, type, data, metadata)
        VALUES ('client-' || :client_id, :version, gen_random_uuid(), '{CurrencyInfoAdded.EventType}', '{Row}', NULL) RETURNING position;
        """;

    private static async ValueTask<Outcome> AppendAsync(IEventWriter writer, int client, CancellationToken cancellationToken)
    {
        // A random id, as pgbench makes it, so that both pay the same for the index on it.
        var append = new EventData(Guid.NewGuid(), CurrencyInfoAdded.EventType, Data);
        var stream = new StreamId(FormattableString.Invariant($"client-{client}"));
        var appended = await writer.AppendAsync(stream, ExpectedVersion.Any, [append], cancellationToken);
        return appended is Appended ? Outcome.Success : throw new StoreFailureException($"An append was refused: {appended}.");
    }
}
