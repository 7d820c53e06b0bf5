namespace EventSourcingBench.Conformance;

/// <summary>What goes on after a server was killed at work and started again on the same data.</summary>
public abstract class RestartConformance() : LimitedTest(seconds: 120)
{
    // Those of the load.
    private const int Writers = 4;

    private (ProvisionedServer Server, IAsyncDisposable Owner)? _started;

    protected ProvisionedServer Server => _started?.Server ?? throw new InvalidOperationException("The server is not started.");

    public override async ValueTask InitializeAsync()
    {
        _started = await StartAsync();
        Assert.SkipUnless(Server.CanRestart, $"The server ({Server.Origin}) is not ours to kill.");
    }

    protected override ValueTask EndAsync() => _started?.Owner.DisposeAsync() ?? ValueTask.CompletedTask;

    [Fact]
    public async Task Appends_and_a_projection_go_on_after_restarts_and_nothing_acknowledged_is_lost_or_there_twice()
    {
        await using var store = await OpenAsync();
        var observer = new RecordingObserver();
        await using var running = await store.Projections!.StartAsync(new CountedProjection(), observer, Limit);
        await using var load = new AppendLoad(store, Limit);
        for (var restart = 0; restart < 2; restart++)
        {
            await load.UntilAcknowledgedAsync(200);
            var failed = load.Failed.Count(SaysThatItIsGone);
            await Server.KillAsync(cancellationToken: Limit);
            await load.UntilAsync(() => load.Failed.Count(SaysThatItIsGone) >= failed + Writers);
            await Server.RestartAsync(Limit);
        }

        await load.UntilAcknowledgedAsync(200);
        await load.EndAsync();
        var stored = (await load.VerifyAsync()).Select(e => e.Id).ToList();
        await running.HasRowsAsync(stored.Count, Limit);
        running.Completion.IsCompleted.ShouldBeFalse();
        var rows = await running.ReadModel.ReadAllAsync(Limit).ToListAsync(Limit);
        rows.Select(r => r.EventId).ShouldBe(stored, ignoreOrder: true);
        (await running.ReadModel.FindSummaryAsync("A", Limit)).ShouldBe(new ReadModelSummary("A", rows.Count, rows.Sum(r => r.Amount)));
        await load.UntilAsync(() => observer.Rows.Count >= stored.Count || !ObservesEverySave);
        var observed = observer.Rows.Select(r => r.Row.EventId).ToList();
        observed.ShouldBe(stored.Where(observed.ToHashSet().Contains), "the observer saw another order, or a row twice");
    }

    /// <summary>Whether it is the answer of a store that knows that its server is gone. Default: any failure is.</summary>
    protected virtual bool SaysThatItIsGone(Exception failure) => true;

    /// <summary>Whether the observer sees every save: not where the answer of the read model's server may be lost. Default: true.</summary>
    protected virtual bool ObservesEverySave => true;

    /// <summary>Starts a server that the test may kill, with what is disposed of at the end. Where there is none on this machine, call
    /// <c>Assert.Skip</c> with the reason.</summary>
    protected abstract Task<(ProvisionedServer Server, IAsyncDisposable Owner)> StartAsync();

    /// <summary>Opens the store on <see cref="Server" />, in a separate namespace.</summary>
    protected abstract Task<IStore> OpenAsync();
}

/// <summary>What a store says when its server is gone, where nothing of the store's own is on the server.</summary>
public abstract class ServerLossConformance : RestartConformance
{
    [Fact]
    public async Task A_subscription_says_that_the_server_is_gone_and_the_next_goes_on_after_its_checkpoint()
    {
        await using var store = await OpenAsync();
        await store.Events!.AppendAsync(Sample.NewStream(), ExpectedVersion.Any, Sample.Events(20), Limit);
        var last = Checkpoint.Start;
        var waiting = new TaskCompletionSource();
        var reading = Task.Run(async () =>
        {
            await foreach (var batch in store.Subscription!.SubscribeAsync(Checkpoint.Start, Limit))
            {
                last = batch.Checkpoint;
                if (batch.CaughtUp)
                    waiting.TrySetResult();
            }
        }, Limit);
        await waiting.Task.WaitAsync(Limit);
        await Server.KillAsync(cancellationToken: Limit);
        await Should.ThrowAsync<StoreUnavailableException>(() => reading.WaitAsync(Limit));

        await Server.RestartAsync(Limit);
        var after = Sample.Events(3);
        await store.Events.AppendAsync(Sample.NewStream(), ExpectedVersion.Any, after, Limit);
        var rest = await store.Subscription!.ReadUntilAsync(last, (events, _) => events.Count >= after.Length, Limit);
        rest.Select(e => e.Id).ShouldBe(after.Select(e => e.Id));
    }

    [Fact]
    public async Task A_store_whose_server_is_gone_says_so_soon_and_can_be_closed()
    {
        var store = await OpenAsync();
        var stream = Sample.NewStream();
        await store.Events!.AppendAsync(stream, ExpectedVersion.Any, Sample.Events(3), Limit);
        await Server.KillAsync(cancellationToken: Limit);

        var watch = Stopwatch.StartNew();
        await Should.ThrowAsync<StoreUnavailableException>(
            async () => await store.Events.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit));
        await Should.ThrowAsync<StoreUnavailableException>(() => store.DescribeAsync(Limit));
        await store.DisposeAsync();
        watch.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(20), "the port is closed: there is nothing to wait for");
    }
}
