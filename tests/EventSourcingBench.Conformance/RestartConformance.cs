namespace EventSourcingBench.Conformance;

/// <summary>What a store says when its server is killed at work, and what goes on after a restart on the same data.</summary>
public abstract class RestartConformance : IAsyncLifetime
{
    private readonly CancellationTokenSource _limit = new(TimeSpan.FromSeconds(120));
    private IKillableServer? _server;

    protected CancellationToken Limit => _limit.Token;

    protected IKillableServer Server => _server ?? throw new InvalidOperationException("The server is not started.");

    public async ValueTask InitializeAsync() => _server = await StartAsync();

    public async ValueTask DisposeAsync()
    {
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }

        _limit.Dispose();
        GC.SuppressFinalize(this);
    }

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
                {
                    waiting.TrySetResult();
                }
            }
        }, Limit);
        await waiting.Task.WaitAsync(Limit);
        await Server.KillAsync();
        await Should.ThrowAsync<StoreUnavailableException>(() => reading.WaitAsync(Limit));

        await Server.RestartAsync(Limit);
        var after = Sample.Events(3);
        await store.Events.AppendAsync(Sample.NewStream(), ExpectedVersion.Any, after, Limit);
        var rest = await store.Subscription!.SubscribeAsync(last, Limit).FirstAsync(b => b.Events.Count > 0, Limit);
        rest.Events.Select(e => e.Id).ShouldBe(after.Select(e => e.Id));
    }

    /// <summary>Starts the server. Where there is none on this machine, call <c>Assert.Skip</c> with the reason.</summary>
    protected abstract Task<IKillableServer> StartAsync();

    /// <summary>Opens the store on <see cref="Server" />, in a separate namespace.</summary>
    protected abstract Task<IStore> OpenAsync();
}

/// <summary>A server of one test's own, which the test may kill: others would lose theirs.</summary>
public interface IKillableServer : IAsyncDisposable
{
    /// <summary>How a store reaches it, before and after a restart.</summary>
    string ConnectionString { get; }

    /// <summary>Ends it as a crash would, and comes back when it has ended.</summary>
    Task KillAsync();

    /// <summary>Starts it on the same data and ports, and comes back when it serves.</summary>
    /// <param name="cancellationToken">Ends the starting.</param>
    Task RestartAsync(CancellationToken cancellationToken);
}
