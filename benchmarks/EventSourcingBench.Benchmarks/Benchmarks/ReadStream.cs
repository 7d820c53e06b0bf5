using BenchmarkDotNet.Attributes;

namespace EventSourcingBench.Benchmarks;

/// <summary>How long it takes to read a stream when its events are not looked into.</summary>
public class ReadStream : StoreBenchmark
{
    /// <summary>Writes the stream unless it is there, and checks that it is read whole.</summary>
    [GlobalSetup]
    public async Task PrepareAsync()
    {
        await OpenSharedAsync();
        await Preparation.EnsureStreamAsync(Streams, Data, CancellationToken.None);
        Require("events", Events, await ReadAsync());
    }

    /// <summary>Reads. The length of each event is asked for, so that no store may leave the bytes where they are.</summary>
    [Benchmark(Description = "Read")]
    public async Task<int> ReadAsync()
    {
        var events = 0;
        await foreach (var recorded in Streams.ReadStreamAsync(Data.Stream))
        {
            events += Math.Sign(recorded.Data.Length);
        }

        return events;
    }
}
