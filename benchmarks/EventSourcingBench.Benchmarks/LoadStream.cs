using BenchmarkDotNet.Attributes;

namespace EventSourcingBench.Benchmarks;

/// <summary>Time and allocations to read a stream and fold it into state: the published experiment.</summary>
public class LoadStream : StoreBenchmark
{
    /// <summary>Writes the stream if it does not exist, and checks that it loads completely.</summary>
    [GlobalSetup]
    public async Task PrepareAsync()
    {
        await OpenSharedAsync();
        await Preparation.EnsureStreamAsync(Streams, Data, CancellationToken.None);
        var state = await LoadAsync();
        Require("events", Events, state.Events);
        Require("identifiers", (long)Events * Size, state.Count);
    }

    /// <summary>Reads and folds.</summary>
    [Benchmark(Description = "Load")]
    public Task<IdentifiersState> LoadAsync() =>
        IdentifierList.LoadAsync(Streams, Data.Stream, IdentifiersState.Empty, CancellationToken.None);
}
