namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>Answers that do not come, and requests that the server refuses.</summary>
public sealed class OutcomeTests() : LimitedTest(seconds: 60)
{
    private readonly StreamId _stream = Sample.NewStream();
    private LostAnswerProxy? _proxy;
    private IStore? _store;

    protected override async ValueTask EndAsync()
    {
        await (_store?.DisposeAsync() ?? default);
        await (_proxy?.DisposeAsync() ?? default);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task An_append_whose_answer_was_lost_is_found_again_by_its_ids(int lost)
    {
        var proxy = await OpenBehindProxyAsync(lost);
        (await AppendAsync(ExpectedVersion.NoStream, Sample.Events(3))).ShouldBe(new Appended(3, 3));
        proxy.Lost.ShouldBe(0);
        (await AppendAsync(ExpectedVersion.Exactly(3), Sample.Event())).ShouldBe(new Appended(4, 4));
        (await ReadAsync()).ShouldBeContiguous();
    }

    [Fact]
    public async Task An_append_that_gets_no_answer_in_time_is_of_unknown_outcome_and_a_retry_tells()
    {
        var proxy = await OpenBehindProxyAsync(int.MaxValue);
        var data = Sample.Event();
        await Should.ThrowAsync<OutcomeUnknownException>(() => AppendAsync(ExpectedVersion.NoStream, data));
        proxy.Lost = 0;
        (await AppendAsync(ExpectedVersion.NoStream, data)).ShouldBe(new Appended(1, 1));
        (await ReadAsync()).ShouldHaveSingleItem().Id.ShouldBe(data.Id);
    }

    [Fact]
    public async Task What_is_too_much_for_one_transaction_is_an_argument_error_that_names_the_settings()
    {
        _store = await EtcdTestServer.OpenAsync(Limit);
        var streams = Sample.Events(10_001).Select((e, i) => new BulkEvent(new StreamId($"s{i}"), e)).ToList();
        (await Should.ThrowAsync<ArgumentException>(async () => await _store.Bulk!.AppendAsync(streams, Limit)))
            .Message.ShouldContain("--max-txn-ops");
        (await Should.ThrowAsync<ArgumentException>(() => AppendAsync(ExpectedVersion.Any, Large(9 << 20))))
            .Message.ShouldContain("--max-request-bytes");
        (await _store.Events!.AppendAsync(streams[0].Stream, ExpectedVersion.NoStream, [streams[0].Event], Limit))
            .ShouldBe(new Appended(1, 1));
    }

    [Fact]
    public async Task A_server_without_room_is_unavailable_and_what_is_there_can_be_read()
    {
        var local = EtcdServer.Kind.Local!;
        await using var own = new TestServer(EtcdServer.Kind with
        {
            Local = local with { Arguments = node => [.. local.Arguments(node), "--quota-backend-bytes", "4000000"] },
        });
        _store = await EtcdTestServer.OpenAsync(Limit, await own.ConnectAsync(Limit));
        var appended = 0;
        (await Should.ThrowAsync<StoreUnavailableException>(async () =>
        {
            for (; ; appended++)
                await AppendAsync(ExpectedVersion.Any, Large(1_500_000));
        })).Message.ShouldContain("--quota-backend-bytes");
        (await ReadAsync()).Count.ShouldBe(appended);
    }

    [Nightly, Fact]
    public async Task What_a_server_carried_out_and_then_refused_for_want_of_room_is_appended()
    {
        await using var own = new TestServer(EtcdServer.Kind);
        var server = await own.ConnectAsync(Limit);
        var proxy = await OpenBehindProxyAsync(lost: 0, server);
        proxy.Refusal = new Status(StatusCode.ResourceExhausted, "etcdserver: mvcc: database space exceeded");
        // As the server does when its quota is used up: it takes no more puts.
        proxy.BeforeRefusal = () =>
            EtcdTestServer.CallAsync(server, "maintenance/alarm", new { action = "ACTIVATE", alarm = "NOSPACE" }, Limit);
        (await AppendAsync(ExpectedVersion.NoStream, Sample.Events(2))).ShouldBe(new Appended(2, 2));

        // From here on the server itself refuses, as the alarm is on, and carries nothing out.
        proxy.Refusal = null;
        (await Should.ThrowAsync<StoreUnavailableException>(() => AppendAsync(ExpectedVersion.Exactly(2), Sample.Event())))
            .Message.ShouldContain("nothing was appended");
        (await ReadAsync()).Count.ShouldBe(2);
    }

    [Fact]
    public async Task A_refusal_after_an_answer_that_was_lost_leaves_the_outcome_unknown()
    {
        (await OpenBehindProxyAsync(lost: 1)).Refusal = new Status(StatusCode.PermissionDenied, "etcdserver: permission denied");
        var data = Sample.Event();
        await Should.ThrowAsync<OutcomeUnknownException>(() => AppendAsync(ExpectedVersion.NoStream, data));
        (await ReadAsync()).ShouldHaveSingleItem().Id.ShouldBe(data.Id);
    }

    private static EventData Large(int bytes) => new(Guid.CreateVersion7(), "Large", new byte[bytes]);

    private async Task<LostAnswerProxy> OpenBehindProxyAsync(int lost, string? server = null)
    {
        _proxy = await LostAnswerProxy.StartAsync(server ?? await EtcdTestServer.ConnectAsync(Limit), lost);
        _store = await EtcdTestServer.OpenAsync(Limit, _proxy.ConnectionString);
        return _proxy;
    }

    private Task<AppendResult> AppendAsync(ExpectedVersion expected, params EventData[] events) =>
        _store!.Events!.AppendAsync(_stream, expected, events, Limit).AsTask();

    private ValueTask<List<RecordedEvent>> ReadAsync() =>
        _store!.Events!.ReadStreamAsync(_stream, cancellationToken: Limit).ToListAsync(Limit);
}
