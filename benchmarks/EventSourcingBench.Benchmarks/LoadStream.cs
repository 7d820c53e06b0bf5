namespace EventSourcingBench.Benchmarks;

/// <summary>Time and allocations to read a stream and fold it into state: the published experiment.</summary>
public class LoadStream : StoreBenchmark
{
    /// <summary>Writes the stream if it does not exist, and checks that it loads completely.</summary>
    [GlobalSetup]
    public Task PrepareAsync() => PrepareLoadAsync(Preparation.EnsureStreamAsync, LoadAsync);

    [Benchmark(Description = "Load")]
    public Task<IdentifiersState> LoadAsync() =>
        IdentifierList.LoadAsync(Streams, Data.Stream, IdentifiersState.Empty, CancellationToken.None);
}

/// <summary>The same with a snapshot, which is read from a separate stream: at most 100 later events are folded.</summary>
public class LoadWithSnapshot : StoreBenchmark
{
    /// <summary>Writes stream and snapshot if they do not exist, and checks that both ways of loading agree.</summary>
    [GlobalSetup]
    public Task PrepareAsync() => PrepareLoadAsync(Preparation.EnsureSnapshotAsync, LoadAsync);

    [Benchmark(Description = "Load")]
    public Task<IdentifiersState> LoadAsync() =>
        IdentifierList.LoadWithSnapshotAsync(Streams, Data.Snapshots, Data.Stream, CancellationToken.None);
}
