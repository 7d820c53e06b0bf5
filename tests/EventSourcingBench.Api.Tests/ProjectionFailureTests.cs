namespace EventSourcingBench.Api.Tests;

public sealed class ProjectionFailureTests
{
    private const string Path = "/stores/broken/projections/currency_bars";

    [Fact]
    public async Task A_projection_that_cannot_go_on_says_why_and_is_started_again()
    {
        var store = new ScriptedProjection(Task.FromException(new FormatException("Event 7 is damaged.")));
        await using var api = await StartAsync(store);

        var state = await api.GetAsync<ProjectionState>(Path);
        (await api.PostAsync(Path + "/rebuild").ShouldBeUnavailableAsync()).Detail!.ShouldContain("Event 7 is damaged.");
        await api.StartProjectionAsync("broken");

        state.ShouldBe(new ProjectionState("failed", Error: "Event 7 is damaged."));
        store.Starts.ShouldBe(2);
    }

    [Theory]
    [InlineData("DELETE", Path)]
    [InlineData("POST", "/stores/broken/reset")]
    public async Task A_stop_or_reset_does_not_wait_for_a_rebuild_but_ends_it(string method, string path)
    {
        var store = new ScriptedProjection(new TaskCompletionSource().Task);
        await using var api = await StartAsync(store);
        var rebuilding = api.PostAsync(Path + "/rebuild");
        await store.Rebuilding.Task;

        (await api.Client.SendAsync(new HttpRequestMessage(new HttpMethod(method), path))).EnsureSuccessStatusCode();

        await rebuilding.ShouldBeUnavailableAsync();
        (await api.GetAsync<ProjectionState>(Path)).State.ShouldBe("stopped");
    }

    [Fact]
    public async Task A_rebuild_goes_on_when_its_client_goes_away_and_the_API_still_serves()
    {
        var store = new ScriptedProjection(new TaskCompletionSource().Task);
        await using var api = await StartAsync(store);
        using var gone = new CancellationTokenSource();
        var rebuilding = api.Client.PostAsync(Path + "/rebuild", content: null, gone.Token);
        await store.Rebuilding.Task;

        await gone.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => rebuilding);
        (await api.GetAsync<ProjectionState>(Path)).State.ShouldBe("running");
    }

    [Fact]
    public async Task A_projection_that_could_not_be_stopped_can_be_rebuilt()
    {
        var (store, clock) = (new ScriptedProjection(new TaskCompletionSource().Task), new FakeClock());
        var session = new ProjectionSession("broken", store, Projections.Bars, new DelayRecorder(), clock);
        await session.StartAsync(Cancel);
        var read = new TaskCompletionSource<bool>();
        var reading = session.ReadAsync(_ => read.Task);
        var stopping = session.StopAsync();
        clock.Advance(TimeSpan.FromSeconds(30));
        await Should.ThrowAsync<StoreUnavailableException>(stopping);
        read.SetResult(true);
        await reading;

        var rebuilding = session.RebuildAsync();

        await store.Rebuilding.Task;
        await session.DisposeAsync();
        await Should.ThrowAsync<StoreUnavailableException>(rebuilding);
    }

    private static async Task<TestApi> StartAsync(ScriptedProjection store)
    {
        var api = await TestApi.StartAsync(store);
        await api.StartProjectionAsync("broken");
        return api;
    }

    /// <summary>A store whose projection ends and rebuilds as a test asks for.</summary>
    private sealed class ScriptedProjection(Task completion) : IStore, IProjectionHost, IRunningProjection, IReadModel
    {
        public int Starts { get; private set; }

        public TaskCompletionSource Rebuilding { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public StoreCapabilities Capabilities => StoreCapabilities.None;

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
            if (completion.IsCompleted)
                throw new InvalidOperationException("It has stopped.");

            Rebuilding.SetResult();
            await Task.Delay(Timeout.Infinite, cancellationToken);
        }

        public ValueTask<ReadModelRow?> FindAsync(Guid eventId, CancellationToken cancellationToken = default) => default;

        public ValueTask<ReadModelSummary?> FindSummaryAsync(string group, CancellationToken cancellationToken = default) => default;

        public IAsyncEnumerable<ReadModelRow> ReadAllAsync(CancellationToken cancellationToken = default) =>
            throw new NotSupportedException();

        public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => throw new NotSupportedException();

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
