using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>A projection on a change stream.</summary>
internal sealed class RunningProjection : IRunningProjection
{
    private readonly CancellationTokenSource _stop = new();
    private readonly ReadModelCollections _tables;
    private readonly TaskCompletionSource<ProjectionRun> _run = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _disposed;

    public RunningProjection(
        IProjection projection, IProjectionObserver observer, ChangeFeed feed, ReadModelCollections tables, TimeProvider time, Action ended)
    {
        _tables = tables;
        var retries = new Retries(time, _stop.Token);
        _run.SetResult(new ProjectionRun(
            projection, observer, new ProjectionFeed(feed, tables, retries, RebuildLostAsync), new LastingTables(tables, retries), ended));
    }

    /// <summary>Starts projections on the change feed of a database.</summary>
    public static ProjectionHost HostOver(OpenDatabase open, ChangeFeed feed) =>
        new(async (projection, observer, stopped, cancellationToken) => new RunningProjection(
            projection, observer, feed, await ReadModelCollections.OpenAsync(open, projection.Name, cancellationToken), open.Time, stopped));

    public Task Completion => Run.Completion;

    public IReadModel ReadModel => _tables;

    private ProjectionRun Run => _run.Task.Result;

    public async ValueTask<ProjectionStatus> GetStatusAsync(CancellationToken cancellationToken = default)
    {
        // The run waits for a server that is gone; who asks is to hear of it.
        await _tables.GetProgressAsync(cancellationToken);
        return await Run.GetStatusAsync(cancellationToken);
    }

    public Task RebuildAsync(CancellationToken cancellationToken = default) => Run.RebuildAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) == 0)
        {
            // In this order: a save that is not tried again ends a run that knows that it is to end.
            var ending = Run.DisposeAsync();
            await _stop.CancelAsync();
            await ending;
            _stop.Dispose();
        }
    }

    // Asked from within the run, maybe before its constructor is through.
    private async Task RebuildLostAsync() => await (await _run.Task).RebuildAsync(_stop.Token);
}
