namespace EventSourcingBench.Stores.UmaDb.Tests;

/// <summary>What is particular to UmaDB: one log for all, its answers' limits, its retries.</summary>
public sealed class UmaDbStoreTests() : LimitedTest(seconds: 60)
{
    private static readonly DcbAppendCondition NoX = new(DcbSample.Tagged("x:1"), 0);

    [Fact]
    public async Task A_condition_that_matches_a_large_event_fails_like_any_other()
    {
        await using var store = await OpenAsync("large");
        var large = new DcbEvent(new EventData(Guid.CreateVersion7(), "A", new byte[200_000]), ["x:1"]);
        (await store.Dcb!.AppendAsync([large], condition: null, Limit)).IsAppended.ShouldBeTrue();

        // The server's refusal repeats the event in its headers.
        (await store.Dcb.AppendAsync([DcbSample.Event("A", "x:1")], NoX, Limit)).IsAppended.ShouldBeFalse();
        (await store.Dcb.ReadAsync(DcbSample.Tagged("x:1"), cancellationToken: Limit))
            .Events.ShouldHaveSingleItem().Event.Data.Length.ShouldBe(200_000);
    }

    [Fact]
    public async Task Only_a_condition_that_matches_its_own_events_makes_a_retry_known()
    {
        await using var store = await OpenAsync("retries");
        var own = DcbSample.Event("A", "x:1");
        var elsewhere = new DcbAppendCondition(DcbSample.Tagged("y:1"), 0);
        var first = await store.Dcb!.AppendAsync([own], elsewhere, Limit);
        (await store.Dcb.AppendAsync([own], elsewhere, Limit)).ShouldNotBe(first);
        store.Capabilities.HasFlag(StoreCapabilities.IdempotentAppend).ShouldBeFalse();
    }

    [Fact]
    public async Task Its_tier_is_fsync_and_its_version_the_binarys()
    {
        await using var store = await OpenAsync("described");
        var description = await store.DescribeAsync(Limit);
        description.Durability.ShouldBe(DurabilityTier.Fsync);
        description.ServerVersion.ShouldStartWith("UmaDB ");
    }

    [Fact]
    public async Task A_second_process_sees_what_the_first_one_has_appended_and_nothing_from_before_it()
    {
        await using (var before = await OpenAsync("before"))
            await before.Dcb!.AppendAsync([DcbSample.Event("A", "x:1"), DcbSample.Event("A", "x:1")], condition: null, Limit);

        await using var store = await OpenAsync("shared");
        var own = DcbSample.Event("A", "x:1");
        (await store.Dcb!.AppendAsync([own], NoX, Limit)).Position.ShouldBe(1);

        // It has another data folder.
        await using var second = await UmaDbTestServer.OpenAsync("shared", Limit, folder: Path.Combine(UmaDbTestServer.Folder, "second"));
        var read = await second.Dcb!.ReadAsync(DcbQuery.All, cancellationToken: Limit);
        read.Events.ShouldHaveSingleItem().Event.Id.ShouldBe(own.Event.Id);
        (read.Events[0].Position, read.Head).ShouldBe((1, 1));
        (await second.Dcb.SubscribeAsync(DcbQuery.All, cancellationToken: Limit).FirstAsync(Limit)).Event.Id.ShouldBe(own.Event.Id);
    }

    [Theory]
    [InlineData("Host=localhost")]
    [InlineData("https://127.0.0.1:50051")]
    [InlineData("http://127.0.0.1:50051/path")]
    [InlineData("http://127.0.0.1:50051?user=x")]
    public async Task An_address_of_another_form_is_an_error_that_shows_the_right_one(string address) =>
        (await Should.ThrowAsync<StoreUnavailableException>(() => OpenAsync("form", address))).Message.ShouldContain("http://HOST:PORT");

    [Fact]
    public async Task Without_a_server_or_its_answer_opening_fails_within_5_seconds()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var address = $"127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}";
        await FailSoonAsync();
        listener.Stop();
        (await FailSoonAsync()).Message.ShouldSatisfyAllConditions(
            m => m.ShouldContain(address), m => m.ShouldEndWith("). Check that it is running and listening there."));

        async Task<StoreUnavailableException> FailSoonAsync()
        {
            using var soon = new CancellationTokenSource(TimeSpan.FromSeconds(5));
            var server = $"http://{address}";
            return await Should.ThrowAsync<StoreUnavailableException>(() => UmaDbTestServer.OpenAsync("none", soon.Token, server));
        }
    }

    private Task<IStore> OpenAsync(string ns, string? address = null) => UmaDbTestServer.OpenAsync(ns, Limit, address);
}
