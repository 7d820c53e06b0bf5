namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>
/// Measures what the store makes of its server: appends of one event against <c>pgbench -M prepared</c> inserting the
/// same row into a copy of the same table, taking turns on the same server.
/// </summary>
internal sealed class PgBenchProbe(StoreTarget target, PgBench pgBench, TimeProvider time)
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
    public async Task<TurnRates> MeasureAsync(int clients, int rounds, TimeSpan turn, CancellationToken cancellationToken)
    {
        var (appends, inserts) = (new List<double>(), new List<double>());
        for (var round = 0; round < rounds; round++)
        {
            // Each round has a new, empty schema: both start with empty tables, and neither sees the other's rows.
            var schema = RunNamespace.Create(time);
            await using var store = await target.OpenAsync(schema, keep: false, cancellationToken);
            await pgBench.ExecuteAsync(
                $"CREATE TABLE \"{schema}\".pgbench_events (LIKE \"{schema}\".events INCLUDING ALL);", cancellationToken);
            await AppendAsync(store.Events!, "warm", clients, WarmUp, cancellationToken);
            inserts.Add(await pgBench.MeasureAsync(Script(schema), clients, turn, cancellationToken));
            appends.Add(await AppendAsync(store.Events!, "client", clients, turn, cancellationToken));
        }

        return new TurnRates(appends, inserts);
    }

    private static string Script(string schema) =>
        $"""
        \set version :version + 1
        INSERT INTO "{schema}".pgbench_events (stream, version, event_id, type, data, metadata)
        VALUES ('client-' || :client_id, :version, gen_random_uuid(), '{CurrencyInfoAdded.EventType}', '{Row}', NULL) RETURNING position;
        """;

    private async Task<double> AppendAsync(
        IEventWriter writer, string prefix, int clients, TimeSpan duration, CancellationToken cancellationToken)
    {
        var data = Encoding.UTF8.GetBytes(Row);
        var start = time.GetTimestamp();
        var counts = await Task.WhenAll(Enumerable.Range(0, clients).Select(client => Task.Run(
            async () =>
            {
                var stream = new StreamId(FormattableString.Invariant($"{prefix}-{client}"));
                var count = 0L;
                while (time.GetElapsedTime(start) < duration)
                {
                    // A random id, as pgbench makes it, so that both pay the same for the index on it.
                    var appended = await writer.AppendAsync(
                        stream, ExpectedVersion.Any, [new EventData(Guid.NewGuid(), CurrencyInfoAdded.EventType, data)], cancellationToken);
                    count += appended is Appended ? 1 : throw new StoreFailureException($"An append was refused: {appended}.");
                }

                return count;
            },
            cancellationToken)));
        return counts.Sum() / time.GetElapsedTime(start).TotalSeconds;
    }
}
