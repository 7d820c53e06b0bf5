namespace EventSourcingBench.Benchmarks;

public class ReadStream : StoreBenchmark
{
    /// <summary>Writes the stream if it does not exist, and checks that it is read completely.</summary>
    [GlobalSetup]
    public async Task PrepareAsync()
    {
        await OpenAsync(isFresh: false);
        await Preparation.EnsureStreamAsync(Streams, Data, CancellationToken.None);
        Require("events", Events, await ReadAsync());
    }

    /// <summary>Reads the stream. The length of each event is accessed, so that no store can skip its bytes.</summary>
    [Benchmark(Description = "Read")]
    public async Task<int> ReadAsync()
    {
        var events = 0;
        await foreach (var recorded in Streams.ReadStreamAsync(Data.Stream))
            events += Math.Sign(recorded.Data.Length);

        return events;
    }
}
