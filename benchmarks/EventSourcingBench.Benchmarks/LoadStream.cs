using BenchmarkDotNet.Attributes;

namespace EventSourcingBench.Benchmarks;

/// <summary>Time and allocations to read a stream and fold it into state: the published experiment.</summary>
public class LoadStream : StoreBenchmark
{
    /// <summary>Writes the stream if it does not exist, and checks that it loads completely.</summary>
    [GlobalSetup]
    public Task PrepareAsync() => PrepareLoadAsync(Preparation.EnsureStreamAsync, LoadAsync);

    /// <summary>Reads and folds.</summary>
    [Benchmark(Description = "Load")]
    public Task<IdentifiersState> LoadAsync() =>
        IdentifierList.LoadAsync(Streams, Data.Stream, IdentifiersState.Empty, CancellationToken.None);
}
