namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>
/// Measures what the store makes of its server: appends of one event against <c>pgbench -M prepared</c> inserting the
/// same row into a copy of the same table, taking turns on the same server.
/// </summary>
public static class PgBenchProbe
{
    private const string Row =
        """{"symbol":"EURUSD","time":"2020-09-01T00:00:00","tickVolume":123,"realVolume":0,"high":1.19384,"low":1.19356,"open":1.19362,"close":1.19381,"apiCallTime":"2026-01-01T00:00:00.1234567+00:00"}""";

    /// <summary>Takes turns and tells the rates.</summary>
    /// <param name="options">What to do.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>The comparisons in the order of the clients, or why there are none.</returns>
    /// <exception cref="StoreUnavailableException">The server could not be used.</exception>
    public static async Task<(IReadOnlyList<PgBenchComparison> Comparisons, Unavailable? Unavailable)> RunAsync(
        PgBenchProbeOptions options, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(options);
        var (pgBench, unavailable) = PgBench.Find(options.ConnectionString);
        if (pgBench is null)
        {
            return ([], unavailable);
        }

        var comparisons = new List<PgBenchComparison>();
        foreach (var clients in options.Clients)
        {
            var rounds = new List<PgBenchRound>();
            for (var round = 0; round < options.Rounds; round++)
            {
                rounds.Add(await RunRoundAsync(pgBench, options, clients, comparisons.Count * options.Rounds + round, cancellationToken));
            }

            comparisons.Add(new PgBenchComparison(clients, rounds));
        }

        return (comparisons, null);
    }

    // Each round has a new, empty schema: both start with empty tables, and neither sees the other's rows.
    private static async Task<PgBenchRound> RunRoundAsync(
        PgBench pgBench, PgBenchProbeOptions options, int clients, int number, CancellationToken cancellationToken)
    {
        var schema = string.Create(CultureInfo.InvariantCulture, $"{options.Namespace}_{number}");
        await using var store = await options.Store.OpenAsync(
            new StoreContext
            {
                Namespace = schema,
                DataFolder = options.WorkFolder,
                ConnectionString = options.ConnectionString,
                Options = StoreOptions.Create(options.Store.Options, options.StoreOptions),
                Time = options.Time,
            },
            cancellationToken);
        await pgBench.ExecuteAsync(
            $"CREATE TABLE \"{schema}\".pgbench_events (LIKE \"{schema}\".events INCLUDING ALL);", options.WorkFolder, cancellationToken);
        var events = store.Events ?? throw new ArgumentException($"{options.Store.Name} has no streams.", nameof(options));
        await MeasureStoreAsync(events, options, "warm", clients, options.WarmUp, cancellationToken);
        var inserts = await pgBench.MeasureAsync(Script(schema), clients, options.Turn, options.WorkFolder, cancellationToken);
        var appends = await MeasureStoreAsync(events, options, "client", clients, options.Turn, cancellationToken);
        return new PgBenchRound(inserts, appends);
    }

    private static string Script(string schema) =>
        $"""
        \set version :version + 1
        INSERT INTO "{schema}".pgbench_events (stream, version, event_id, type, data, metadata) VALUES ('client-' || :client_id, :version, gen_random_uuid(), '{CurrencyInfoAdded.EventType}', '{Row}', NULL) RETURNING position;
        """;

    private static async Task<double> MeasureStoreAsync(
        IEventWriter writer, PgBenchProbeOptions options, string prefix, int clients, TimeSpan duration, CancellationToken cancellationToken)
    {
        var data = Encoding.UTF8.GetBytes(Row);
        var start = options.Time.GetTimestamp();
        var counts = await Task.WhenAll(Enumerable.Range(0, clients).Select(client => Task.Run(
            async () =>
            {
                var number = options.Streams == 0 ? client : client % options.Streams;
                var stream = new StreamId(string.Create(CultureInfo.InvariantCulture, $"{prefix}-{number}"));
                var count = 0L;
                while (options.Time.GetElapsedTime(start) < duration)
                {
                    // A random id, as pgbench makes it, so that both pay the same for the index on it.
                    var appended = await writer.AppendAsync(
                        stream, ExpectedVersion.Any, [new EventData(Guid.NewGuid(), CurrencyInfoAdded.EventType, data)], cancellationToken);
                    count += appended is Appended ? 1 : throw new InvalidOperationException($"An append was refused: {appended}.");
                }

                return count;
            },
            cancellationToken)));
        return counts.Sum() / options.Time.GetElapsedTime(start).TotalSeconds;
    }
}
