using BenchmarkDotNet.Attributes;
using EventSourcingBench.Domain;

namespace EventSourcingBench.Benchmarks;

/// <summary>
/// How long it takes to load a stream whose state was kept up to a version: the snapshot is read from a stream of its
/// own, then the events after it, at most 100, are folded.
/// </summary>
public class LoadWithSnapshot : StoreBenchmark
{
    /// <summary>Writes stream and snapshot unless they are there, and checks that both ways of loading agree.</summary>
    [GlobalSetup]
    public async Task PrepareAsync()
    {
        await OpenSharedAsync();
        await Preparation.EnsureSnapshotAsync(Streams, Data, CancellationToken.None);
        var state = await LoadAsync();
        Require("events", Events, state.Events);
        Require("identifiers", (long)Events * Size, state.Count);
    }

    /// <summary>Reads the snapshot, reads the rest, folds.</summary>
    [Benchmark(Description = "Load")]
    public Task<IdentifiersState> LoadAsync() =>
        IdentifierList.LoadWithSnapshotAsync(Streams, Data.Snapshots, Data.Stream, CancellationToken.None);
}
