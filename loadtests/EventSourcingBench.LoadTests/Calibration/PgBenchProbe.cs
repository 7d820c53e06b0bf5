namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>
/// Measures what the store makes of its server: appends of one event against <c>pgbench -M prepared</c> inserting the
/// same row into a copy of the same table, taking turns on the same server.
/// </summary>
internal static class PgBenchProbe
{
    private const string Row =
        """
        {"symbol":"EURUSD","time":"2020-09-01T00:00:00","tickVolume":123,"realVolume":0,"high":1.19384,"low":1.19356,
        """ + """
        "open":1.19362,"close":1.19381,"apiCallTime":"2026-01-01T00:00:00.1234567+00:00"}
        """;

    // The runtime compiles the client's code while it runs; pgbench has nothing to warm.
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);

    /// <summary>Takes turns, each of whole seconds, with so many clients that each have one request under way.</summary>
    /// <returns>Appends a second of the store, and inserts a second of pgbench.</returns>
    /// <exception cref="StoreUnavailableException">The server could not be used.</exception>
    public static async Task<TurnRates> MeasureAsync(
        CalibrationBench bench, PgBench pgBench, int clients, int rounds, TimeSpan turn)
    {
        var (appends, inserts) = (new List<double>(), new List<double>());
        for (var round = 0; round < rounds; round++)
        {
            // Each round has a new, empty schema: both start with empty tables, and neither sees the other's rows.
            var schema = RunNamespace.Create(bench.Time);
            await using var store = await bench.Target.OpenAsync(schema, keep: false, bench.Cancellation);
            await pgBench.ExecuteAsync(
                $"CREATE TABLE \"{schema}\".pgbench_events (LIKE \"{schema}\".events INCLUDING ALL);", bench.Cancellation);
            await AppendAsync(bench, store.Events!, "warm", clients, WarmUp);
            inserts.Add(await pgBench.MeasureAsync(Script(schema), clients, turn, bench.Cancellation));
            appends.Add(await AppendAsync(bench, store.Events!, "client", clients, turn));
        }

        return new TurnRates(appends, inserts);
    }

    private static string Script(string schema) =>
        $"""
        \set version :version + 1
        INSERT INTO "{schema}".pgbench_events (stream, version, event_id, type, data, metadata)
        VALUES ('client-' || :client_id, :version, gen_random_uuid(), '{CurrencyInfoAdded.EventType}', '{Row}', NULL) RETURNING position;
        """;

    private static async Task<double> AppendAsync(
        CalibrationBench bench, IEventWriter writer, string prefix, int clients, TimeSpan duration)
    {
        var data = Encoding.UTF8.GetBytes(Row);
        var start = bench.Time.GetTimestamp();
        var counts = await Task.WhenAll(Enumerable.Range(0, clients).Select(client => Task.Run(() => ClientAsync(client))));
        return counts.Sum() / bench.Time.GetElapsedTime(start).TotalSeconds;

        async Task<long> ClientAsync(int client)
        {
            var stream = new StreamId(FormattableString.Invariant($"{prefix}-{client}"));
            var count = 0L;
            while (bench.Time.GetElapsedTime(start) < duration)
            {
                // A random id, as pgbench makes it, so that both pay the same for the index on it.
                var append = new EventData(Guid.NewGuid(), CurrencyInfoAdded.EventType, data);
                var appended = await writer.AppendAsync(stream, ExpectedVersion.Any, [append], bench.Cancellation);
                count += appended is Appended ? 1 : throw new StoreFailureException($"An append was refused: {appended}.");
            }

            return count;
        }
    }
}
