namespace EventSourcingBench.Stores.UmaDb.Tests;

/// <summary>A server of the test's own, which is stopped or killed in the middle of what it does.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class ServerLossTests() : LimitedTest(seconds: 60)
{
    private readonly TestServer _own = new(UmaDbProcess.Kind);
    private ProvisionedServer? _server;
    private IStore? _store;

    private IDcbEventStore Dcb => _store!.Dcb!;

    public override async ValueTask InitializeAsync()
    {
        _server = await _own.AcquireAsync(Limit);
        _store = await UmaDbTestServer.OpenAsync("loss", Limit, _server.ConnectionString);
    }

    protected override async ValueTask EndAsync()
    {
        await (_store?.DisposeAsync() ?? default);
        await _own.DisposeAsync();
    }

    [Fact]
    public async Task It_tells_its_version_and_serves_at_the_same_address_after_it_was_killed()
    {
        var address = new Uri(_server!.ConnectionString);
        address.Host.ShouldBe("127.0.0.1");
        address.Query.ShouldMatch(@"\A\?version=\d+\.\d+\.\d+");
        await _server.KillAndRestartAsync(Limit);
        using var client = new TcpClient();
        await client.ConnectAsync(address.Host, address.Port, Limit);
    }

    [Fact]
    public async Task An_append_that_was_sent_has_an_unknown_outcome_and_the_next_one_none()
    {
        await Dcb.AppendAsync([DcbSample.Event("A")], condition: null, Limit);
        await SignalAsync("STOP");
        await UntilStoppedAsync();
        var sent = Dcb.AppendAsync([DcbSample.Event("A")], condition: null, Limit).AsTask();
        var reading = Dcb.ReadAsync(DcbQuery.All, cancellationToken: Limit).AsTask();
        await Task.Delay(300, Limit);
        sent.IsCompleted.ShouldBeFalse();
        await SignalAsync("KILL");
        await Should.ThrowAsync<OutcomeUnknownException>(() => sent.WaitAsync(Limit));
        await Should.ThrowAsync<StoreUnavailableException>(() => reading.WaitAsync(Limit));

        // Now no server listens there: once the client has noticed on all its connections, it is certain that nothing was appended.
        Exception failure;
        do
            failure = await Should.ThrowAsync<Exception>(async () => await Dcb.AppendAsync([DcbSample.Event("A")], condition: null, Limit));
        while (failure is OutcomeUnknownException);

        failure.ShouldBeOfType<StoreUnavailableException>();
        await Should.ThrowAsync<StoreUnavailableException>(() => _store!.DescribeAsync(Limit));
    }

    [Fact]
    public async Task Killing_it_under_load_gives_every_caller_an_answer_of_the_contract()
    {
        var appended = 0;
        var callers = Enumerable.Range(0, 8).Select(i => Task.Run(async () =>
        {
            while (true)
            {
                await Dcb.AppendAsync([DcbSample.Event("A", $"w:{i}")], condition: null, Limit);
                Interlocked.Increment(ref appended);
            }
        }, Limit)).ToList();
        while (Volatile.Read(ref appended) < 50)
            await Task.Delay(10, Limit);

        await SignalAsync("KILL");
        await ShouldFailByTheContractAsync(callers);
    }

    [Theory]
    [InlineData("KILL")]
    [InlineData("TERM")]
    public async Task A_subscription_ends_with_the_server(string signal)
    {
        await Dcb.AppendAsync([DcbSample.Event("A")], condition: null, Limit);
        await using var subscription = Dcb.SubscribeAsync(DcbQuery.All, cancellationToken: Limit).GetAsyncEnumerator(Limit);
        (await subscription.MoveNextAsync()).ShouldBeTrue();
        var waiting = subscription.MoveNextAsync().AsTask();
        await SignalAsync(signal);
        await Should.ThrowAsync<StoreUnavailableException>(() => waiting.WaitAsync(Limit));
    }

    // Where all processors are busy, some threads of a process run on for a while after it was signalled.
    private async Task UntilStoppedAsync()
    {
        while (Process.GetProcessById(_server!.ProcessId!.Value).Threads.Cast<ProcessThread>().Any(t => !IsStopped(t.Id)))
            await Task.Delay(1, Limit);

        bool IsStopped(int thread) => File.ReadAllText($"/proc/{_server.ProcessId}/task/{thread}/stat").Split(") ")[^1][0] == 'T';
    }

    private Task SignalAsync(string name) => Signals.SendAsync(name, _server!.ProcessId!.Value);
}
