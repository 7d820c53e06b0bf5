namespace EventSourcingBench.Benchmarks;

/// <summary>The time to write a stream with expected versions. The store is opened again after each iteration: it does not grow.</summary>
public class WriteStream : StoreBenchmark
{
    private const int Batch = 500;
    private ReadOnlyMemory<byte>[] _payloads = [];
    private int _streams;

    /// <summary>Serializes the events, outside the measured time, and opens an empty store.</summary>
    [GlobalSetup]
    public async Task PrepareAsync()
    {
        _payloads = [.. Data.After(0).Select(e => e.Data)];
        await OpenWarmAsync();
        BetweenIterations.Work = OpenWarmAsync;
    }

    // Connections and prepared statements of an open store are not part of what a write costs.
    private async Task OpenWarmAsync()
    {
        await OpenAsync(isFresh: true);
        await (Opened.Inspector?.RestAsync() ?? Task.FromResult<string?>(null));
        await WriteAsync(Batch);
    }

    [Benchmark(Baseline = true, Description = "Single")]
    public Task SingleAsync() => WriteAsync(1);

    [Benchmark(Description = "Batched")]
    public Task BatchedAsync() => WriteAsync(Batch);

    private async Task WriteAsync(int batch)
    {
        var stream = new StreamId(FormattableString.Invariant($"written-{++_streams}"));
        for (var version = 0; version < _payloads.Length; version += batch)
        {
            var events = new EventData[Math.Min(batch, _payloads.Length - version)];
            for (var i = 0; i < events.Length; i++)
                events[i] = new EventData(Guid.CreateVersion7(), nameof(IdentifiersAdded), _payloads[version + i]);

            if (await Streams.AppendAsync(stream, ExpectedVersion.After(version), events) is not Appended and var result)
                throw new InvalidOperationException($"{Store} refused an append: {result}.");
        }
    }
}
