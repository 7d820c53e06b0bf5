namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>Answers that do not come, and requests that the server refuses.</summary>
public sealed class OutcomeTests() : LimitedTest(seconds: 60)
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task An_append_whose_answer_was_lost_is_found_again_by_its_ids(int lost)
    {
        var server = await EtcdTestServer.ConnectAsync(Limit);
        await using var proxy = new LostAnswerProxy(server, lost);
        await using var store = await EtcdTestServer.Definition.OpenAsync(EtcdTestServer.Context(proxy.ConnectionString), Limit);
        var stream = Sample.NewStream();
        var events = Sample.Events(3);
        (await store.Events!.AppendAsync(stream, ExpectedVersion.NoStream, events, Limit)).ShouldBe(new Appended(3, 3));
        proxy.Lost.ShouldBe(0);
        (await store.Events.AppendAsync(stream, ExpectedVersion.Exactly(3), [Sample.Event()], Limit)).ShouldBe(new Appended(4, 4));
        (await store.Events.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit)).ShouldBeContiguous();
    }

    [Fact]
    public async Task An_append_that_gets_no_answer_in_time_is_of_unknown_outcome_and_a_retry_tells()
    {
        var server = await EtcdTestServer.ConnectAsync(Limit);
        await using var proxy = new LostAnswerProxy(server, int.MaxValue);
        await using var store = await EtcdTestServer.Definition.OpenAsync(EtcdTestServer.Context(proxy.ConnectionString), Limit);
        var stream = Sample.NewStream();
        var data = Sample.Event();
        await Should.ThrowAsync<OutcomeUnknownException>(
            async () => await store.Events!.AppendAsync(stream, ExpectedVersion.NoStream, [data], Limit));
        proxy.Lost = 0;
        (await store.Events!.AppendAsync(stream, ExpectedVersion.NoStream, [data], Limit)).ShouldBe(new Appended(1, 1));
        (await store.Events.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit))
            .ShouldHaveSingleItem().Id.ShouldBe(data.Id);
    }

    [Fact]
    public async Task What_is_too_much_for_one_transaction_is_an_argument_error_that_names_the_settings()
    {
        await using var store = await EtcdTestServer.Definition.OpenAsync(
            EtcdTestServer.Context(await EtcdTestServer.ConnectAsync(Limit)), Limit);
        var streams = Sample.Events(10_001).Select((e, i) => new BulkEvent(new StreamId($"s{i}"), e)).ToList();
        (await Should.ThrowAsync<ArgumentException>(async () => await store.Bulk!.AppendAsync(streams, Limit)))
            .Message.ShouldContain("--max-txn-ops");
        var large = new EventData(Guid.CreateVersion7(), "Large", new byte[9 << 20]);
        (await Should.ThrowAsync<ArgumentException>(
            async () => await store.Events!.AppendAsync(streams[0].Stream, ExpectedVersion.Any, [large], Limit)))
            .Message.ShouldContain("--max-request-bytes");
        (await store.Events!.AppendAsync(streams[0].Stream, ExpectedVersion.NoStream, [streams[0].Event], Limit))
            .ShouldBe(new Appended(1, 1));
    }

    [Fact]
    public async Task A_server_without_room_is_unavailable_and_what_is_there_can_be_read()
    {
        await using var own = new TestServer(WithFlags("--quota-backend-bytes", "4000000"));
        var server = await own.AcquireAsync(Limit);
        await using var store = await EtcdTestServer.Definition.OpenAsync(EtcdTestServer.Context(server.ConnectionString), Limit);
        var stream = Sample.NewStream();
        var appended = 0;
        var full = await Should.ThrowAsync<StoreUnavailableException>(async () =>
        {
            while (true)
            {
                await store.Events!.AppendAsync(
                    stream, ExpectedVersion.Any, [new EventData(Guid.CreateVersion7(), "Large", new byte[1_500_000])], Limit);
                appended++;
            }
        });
        full.Message.ShouldContain("--quota-backend-bytes");
        (await store.Events!.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit)).Count.ShouldBe(appended);
    }

    [Fact]
    public async Task What_a_server_carried_out_and_then_refused_for_want_of_room_is_appended()
    {
        await using var own = new TestServer(EtcdServer.Kind);
        var server = await own.AcquireAsync(Limit);
        await using var proxy = new LostAnswerProxy(server.ConnectionString, lost: 0)
        {
            Refusal = """{"error":"etcdserver: mvcc: database space exceeded","code":8}""",
            BeforeRefusal = () => RaiseNoSpaceAsync(server),
        };
        await using var store = await EtcdTestServer.Definition.OpenAsync(EtcdTestServer.Context(proxy.ConnectionString), Limit);
        var stream = Sample.NewStream();
        (await store.Events!.AppendAsync(stream, ExpectedVersion.NoStream, Sample.Events(2), Limit)).ShouldBe(new Appended(2, 2));

        // From here on the server itself refuses, as the alarm is on, and carries nothing out.
        proxy.Refusal = null;
        (await Should.ThrowAsync<StoreUnavailableException>(
            async () => await store.Events.AppendAsync(stream, ExpectedVersion.Exactly(2), [Sample.Event()], Limit)))
            .Message.ShouldContain("nothing was appended");
        (await store.Events.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit)).Count.ShouldBe(2);
    }

    [Fact]
    public async Task A_refusal_after_an_answer_that_was_lost_leaves_the_outcome_unknown()
    {
        var server = await EtcdTestServer.ConnectAsync(Limit);
        await using var proxy = new LostAnswerProxy(server, lost: 1) { Refusal = """{"error":"etcdserver: permission denied","code":7}""" };
        await using var store = await EtcdTestServer.Definition.OpenAsync(EtcdTestServer.Context(proxy.ConnectionString), Limit);
        var stream = Sample.NewStream();
        var data = Sample.Event();
        await Should.ThrowAsync<OutcomeUnknownException>(
            async () => await store.Events!.AppendAsync(stream, ExpectedVersion.NoStream, [data], Limit));
        (await store.Events!.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit))
            .ShouldHaveSingleItem().Id.ShouldBe(data.Id);
    }

    private static ServerKind WithFlags(params string[] flags)
    {
        var local = EtcdServer.Kind.Local!;
        return EtcdServer.Kind with { Local = local with { Arguments = node => [.. local.Arguments(node), .. flags] } };
    }

    // As the server does when its quota is used up: it takes no more puts.
    private async Task RaiseNoSpaceAsync(ProvisionedServer server)
    {
        using var http = new HttpClient();
        using var alarm = new StringContent("""{"action":"ACTIVATE","alarm":"NOSPACE"}""");
        using var answer = await http.PostAsync(server.ConnectionString + "/v3/maintenance/alarm", alarm, Limit);
        answer.EnsureSuccessStatusCode();
    }
}
