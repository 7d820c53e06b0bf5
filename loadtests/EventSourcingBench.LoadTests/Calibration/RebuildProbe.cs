namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>Appends many events, then measures the rebuild of the read model of bars: events a second and memory.</summary>
public static class RebuildProbe
{
    private const int EventsInAppend = 1000;
    private const int Appenders = 4;
    private static readonly TimeSpan SampleEvery = TimeSpan.FromMilliseconds(50);

    /// <summary>Prepares and measures.</summary>
    /// <param name="options">What to do.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="StoreUnavailableException">The store could not be used.</exception>
    public static async Task<RebuildProbeResult> RunAsync(RebuildProbeOptions options, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(options);
        var time = options.Context.Time;
        await using var store = await options.Store.OpenAsync(options.Context, cancellationToken);
        var writer = store.Events ?? throw new ArgumentException($"{options.Store.Name} has no streams.", nameof(options));
        var host = store.Projections ?? throw new ArgumentException($"{options.Store.Name} has no projections.", nameof(options));

        options.OnProgress?.Invoke($"appending {options.Events} events");
        var start = time.GetTimestamp();
        await AppendAsync(writer, options, cancellationToken);
        var preparation = time.GetElapsedTime(start);

        await using var running = await host.StartAsync(new CurrencyBarsProjection(), new Unobserved(), cancellationToken);
        options.OnProgress?.Invoke("rebuilding");
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var startBytes = Environment.WorkingSet;
        var sampling = SampleAsync(time, ended.Token);
        start = time.GetTimestamp();
        await running.RebuildAsync(cancellationToken);
        var elapsed = time.GetElapsedTime(start);
        await ended.CancelAsync();
        var samples = await sampling;

        var status = await running.GetStatusAsync(cancellationToken);
        if (status.Rows != options.Events)
        {
            throw new InvalidOperationException($"The rebuild gave {status.Rows} rows out of {options.Events} events.");
        }

        return new RebuildProbeResult
        {
            Events = options.Events,
            Elapsed = elapsed,
            StartBytes = startBytes,
            EarlyPeakBytes = samples.Take(Math.Max(1, samples.Count / 10)).Max(),
            PeakBytes = samples.Max(),
            Preparation = preparation,
        };
    }

    private static Task AppendAsync(IEventWriter writer, RebuildProbeOptions options, CancellationToken cancellationToken)
    {
        var symbols = Symbols.Create(options.Streams);
        var bars = SyntheticBars.Create(seed: 1, EventsInAppend);
        var appends = Enumerable.Range(0, (options.Events + EventsInAppend - 1) / EventsInAppend);
        var limits = new ParallelOptions { MaxDegreeOfParallelism = Appenders, CancellationToken = cancellationToken };
        return Parallel.ForEachAsync(appends, limits, async (append, token) =>
        {
            var symbol = symbols[append % symbols.Count];
            var count = Math.Min(EventsInAppend, options.Events - (append * EventsInAppend));
            var events = bars.Take(count).Select(bar => ToEvent(symbol, bar, options.Context.Time)).ToList();
            await writer.AppendAsync(CurrencyStreams.For(symbol), ExpectedVersion.Any, events, token);
        });
    }

    private static EventData ToEvent(CurrencySymbol symbol, Bar bar, TimeProvider time)
    {
        var now = time.GetUtcNow();
        return CurrencyEvents.ToEventData(Guid.CreateVersion7(now), Currency.Decide(symbol, AppendLoad.Command(bar, now)));
    }

    private static async Task<List<long>> SampleAsync(TimeProvider time, CancellationToken cancellationToken)
    {
        var samples = new List<long>();
        while (true)
        {
            samples.Add(Environment.WorkingSet);
            await Task.Delay(SampleEvery, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (cancellationToken.IsCancellationRequested)
            {
                return samples;
            }
        }
    }

    private sealed class Unobserved : IProjectionObserver
    {
        public void Saved(IReadOnlyList<ReadModelRow> rows, DateTimeOffset saveTime)
        {
            // No delays are asked for of events that were there before.
        }
    }
}
