using BenchmarkDotNet.Attributes;

namespace EventSourcingBench.Benchmarks;

/// <summary>The time to load a stream with a snapshot: the snapshot is read from a separate stream, then at most 100 later events are
/// folded.</summary>
public class LoadWithSnapshot : StoreBenchmark
{
    /// <summary>Writes stream and snapshot if they do not exist, and checks that both ways of loading agree.</summary>
    [GlobalSetup]
    public Task PrepareAsync() => PrepareLoadAsync(Preparation.EnsureSnapshotAsync, LoadAsync);

    /// <summary>Reads the snapshot and the later events, and folds them.</summary>
    [Benchmark(Description = "Load")]
    public Task<IdentifiersState> LoadAsync() =>
        IdentifierList.LoadWithSnapshotAsync(Streams, Data.Snapshots, Data.Stream, CancellationToken.None);
}
