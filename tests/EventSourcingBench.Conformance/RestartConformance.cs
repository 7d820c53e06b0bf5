using System.Diagnostics;

namespace EventSourcingBench.Conformance;

/// <summary>What a store says when its server is killed at work, and what goes on after a restart on the same data.</summary>
public abstract class RestartConformance() : LimitedTest(seconds: 120)
{
    private (ProvisionedServer Server, IAsyncDisposable Owner)? _started;

    protected ProvisionedServer Server => _started?.Server ?? throw new InvalidOperationException("The server is not started.");

    public override async ValueTask InitializeAsync() => _started = await StartAsync();

    protected override ValueTask EndAsync() => _started?.Owner.DisposeAsync() ?? ValueTask.CompletedTask;

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
        await Server.KillAsync(Limit);
        await Should.ThrowAsync<StoreUnavailableException>(() => reading.WaitAsync(Limit));

        await Server.RestartAsync(Limit);
        var after = Sample.Events(3);
        await store.Events.AppendAsync(Sample.NewStream(), ExpectedVersion.Any, after, Limit);
        var rest = await store.Subscription!.SubscribeAsync(last, Limit).FirstAsync(b => b.Events.Count > 0, Limit);
        rest.Events.Select(e => e.Id).ShouldBe(after.Select(e => e.Id));
    }

    [Fact]
    public async Task A_store_whose_server_is_gone_says_so_soon_and_can_be_closed()
    {
        var store = await OpenAsync();
        var stream = Sample.NewStream();
        await store.Events!.AppendAsync(stream, ExpectedVersion.Any, Sample.Events(3), Limit);
        await Server.KillAsync(Limit);

        var watch = Stopwatch.StartNew();
        await Should.ThrowAsync<StoreUnavailableException>(
            async () => await store.Events.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit));
        await Should.ThrowAsync<StoreUnavailableException>(() => store.DescribeAsync(Limit));
        await store.DisposeAsync();
        watch.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(20), "the port is closed: there is nothing to wait for");
    }

    /// <summary>Starts a server that the test may kill, with what is disposed of at the end. Where there is none on this machine, call
    /// <c>Assert.Skip</c> with the reason.</summary>
    protected abstract Task<(ProvisionedServer Server, IAsyncDisposable Owner)> StartAsync();

    /// <summary>Opens the store on <see cref="Server" />, in a separate namespace.</summary>
    protected abstract Task<IStore> OpenAsync();
}
