namespace EventSourcingBench.LoadTests.Tests;

public sealed class DirectReadModelTests
{
    [Fact]
    public async Task A_projection_that_has_failed_is_a_failure_of_the_store()
    {
        await using var model = await DirectReadModel.StartAsync(
            new Broken(new FormatException("cut off")), new CurrencyBarsProjection(), Cancel);
        (await Should.ThrowAsync<StoreFailureException>(() => model.CountRowsAsync(Cancel))).Message.ShouldBe(
            "The projection has failed: cut off");
    }

    private sealed class Broken(Exception reason) : IProjectionHost, IRunningProjection
    {
        public Task Completion => Task.FromException(reason);

        public IReadModel ReadModel => throw new NotSupportedException();

        public Task<IRunningProjection> StartAsync(
            IProjection projection, IProjectionObserver observer, CancellationToken cancellationToken = default) =>
            Task.FromResult<IRunningProjection>(this);

        public ValueTask<ProjectionStatus> GetStatusAsync(CancellationToken cancellationToken = default) =>
            throw new NotSupportedException();

        public Task RebuildAsync(CancellationToken cancellationToken = default) => throw new NotSupportedException();

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
