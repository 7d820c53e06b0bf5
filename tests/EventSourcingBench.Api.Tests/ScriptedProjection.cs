namespace EventSourcingBench.Api.Tests;

/// <summary>A store whose projection ends and rebuilds as a test asks for.</summary>
internal sealed class ScriptedProjection(Task completion) : IStore, IProjectionHost, IRunningProjection, IReadModel
{
    public int Starts { get; private set; }

    public TaskCompletionSource Rebuilding { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public StoreCapabilities Capabilities => StoreCapabilities.None;

    public IProjectionHost Projections => this;

    public Task Completion => completion;

    public IReadModel ReadModel => this;

    public Task<IRunningProjection> StartAsync(
        IProjection projection, IProjectionObserver observer, CancellationToken cancellationToken = default)
    {
        Starts++;
        return Task.FromResult<IRunningProjection>(this);
    }

    public ValueTask<ProjectionStatus> GetStatusAsync(CancellationToken cancellationToken = default) =>
        new(new ProjectionStatus(default, 0, true));

    public async Task RebuildAsync(CancellationToken cancellationToken = default)
    {
        Rebuilding.SetResult();
        await Task.Delay(Timeout.Infinite, cancellationToken);
    }

    public ValueTask<ReadModelRow?> FindAsync(Guid eventId, CancellationToken cancellationToken = default) => new((ReadModelRow?)null);

    public ValueTask<ReadModelSummary?> FindSummaryAsync(string group, CancellationToken cancellationToken = default) =>
        new((ReadModelSummary?)null);

    public IAsyncEnumerable<ReadModelRow> ReadAllAsync(CancellationToken cancellationToken = default) =>
        AsyncEnumerable.Empty<ReadModelRow>();

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => throw new NotSupportedException();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
