namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>Appends many events, then measures the rebuild of the read model of bars: events a second and memory.</summary>
internal static class RebuildProbe
{
    public const int Events = 1_000_000;

    private const int Streams = 100;
    private const int EventsInAppend = 1000;
    private const int Appenders = 4;
    private static readonly TimeSpan SampleEvery = TimeSpan.FromMilliseconds(50);

    /// <returns>The time of the rebuild, and samples of this process's resident memory from its start on, bytes.</returns>
    public static async Task<(TimeSpan Elapsed, IReadOnlyList<long> Memory)> RunAsync(CalibrationBench bench)
    {
        var (time, cancellationToken) = (bench.Time, bench.Cancellation);
        await using var store = await bench.Target.OpenAsync(RunNamespace.Create(time), keep: false, cancellationToken);
        bench.Progress.Say($"appending {Events} events");
        await AppendAsync(store.Events!, time, cancellationToken);
        await using var model = await DirectReadModel.StartAsync(store.Projections!, new CurrencyBarsProjection(), cancellationToken);
        bench.Progress.Say("rebuilding");
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        List<long> memory = [Environment.WorkingSet];
        var sampling = time.EveryAsync(SampleEvery, () => memory.Add(Environment.WorkingSet), ended.Token);
        var start = time.GetTimestamp();
        await model.RebuildAsync(cancellationToken);
        var elapsed = time.GetElapsedTime(start);
        await ended.CancelAsync();
        await sampling;
        var rows = await model.CountRowsAsync(cancellationToken);
        return rows == Events
            ? (elapsed, memory) : throw new StoreFailureException($"The rebuild gave {rows} rows out of {Events} events.");
    }

    private static Task AppendAsync(IEventWriter writer, TimeProvider time, CancellationToken cancellationToken)
    {
        var symbols = Symbols.Create(Streams);
        var bars = SyntheticBars.Create(seed: 1, EventsInAppend);
        var limits = new ParallelOptions { MaxDegreeOfParallelism = Appenders, CancellationToken = cancellationToken };
        return Parallel.ForEachAsync(Enumerable.Range(0, Events / EventsInAppend), limits, async (append, token) =>
        {
            var symbol = symbols[append % symbols.Count];
            var now = time.GetUtcNow();
            var events = bars.Select(bar => CurrencyEvents.ToEventData(
                Guid.CreateVersion7(now), Currency.Decide(symbol, AppendLoad.Command(bar, now)))).ToList();
            await writer.AppendAsync(CurrencyStreams.For(symbol), ExpectedVersion.Any, events, token);
        });
    }
}
