namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>Honest projections with another rebuild.</summary>
internal sealed class LyingProjections(IProjectionHost inner, Func<IRunningProjection, Task> rebuild) : IProjectionHost
{
    public async Task<IRunningProjection> StartAsync(
        IProjection projection, IProjectionObserver observer, CancellationToken cancellationToken = default) =>
        new Running(await inner.StartAsync(projection, observer, cancellationToken), rebuild);

    private sealed class Running(IRunningProjection inner, Func<IRunningProjection, Task> rebuild) : IRunningProjection
    {
        public Task Completion => inner.Completion;

        public IReadModel ReadModel => inner.ReadModel;

        public ValueTask<ProjectionStatus> GetStatusAsync(CancellationToken cancellationToken = default) =>
            inner.GetStatusAsync(cancellationToken);

        public Task RebuildAsync(CancellationToken cancellationToken = default) => rebuild(inner);

        public ValueTask DisposeAsync() => inner.DisposeAsync();
    }
}
