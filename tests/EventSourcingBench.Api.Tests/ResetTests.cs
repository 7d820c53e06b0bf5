namespace EventSourcingBench.Api.Tests;

public sealed class ResetTests(SharedApi shared) : IClassFixture<SharedApi>
{
    [Fact]
    public async Task What_drops_data_or_makes_the_API_send_requests_must_be_allowed()
    {
        await using var api = await TestApi.StartAsync("memory", allowReset: false);
        await api.AppendAsync("memory").ShouldBeAppendedAsync();

        foreach (var request in new[] { "POST /stores/memory/reset", "POST /stores/memory/close", "DELETE /stores/memory",
            "POST /stores/memory/enrolments/preload", "PUT /nodes" })
        {
            var problem = await api.SendAsync(request, "{}").ShouldBeProblemAsync(HttpStatusCode.Forbidden, "forbidden");
            problem.Detail.ShouldNotBeNull().ShouldContain("--allow-reset");
        }

        (await api.GetAsync<BarsPage>(TestApi.BarsPath("memory"))).Items.Count.ShouldBe(1);
    }

    [Theory]
    [MemberData(nameof(TestApi.Stores), MemberType = typeof(TestApi))]
    public async Task It_empties_the_store_and_stops_the_projection(string store)
    {
        var api = await shared.EmptyAsync(store);
        await api.AppendAsync(store).ShouldBeAppendedAsync();
        await api.StartProjectionAsync(store);
        await api.CaughtUpAsync(store, rows: 1);
        var before = await api.GetAsync<StoreDetails>($"/stores/{store}");

        using var response = await api.PostAsync($"/stores/{store}/reset");

        var reset = await response.ShouldBeAsync<StoreReset>(HttpStatusCode.OK);
        reset.Namespace.ShouldNotBe(before.Namespace);
        (await api.GetAsync<StoreDetails>($"/stores/{store}")).Namespace.ShouldBe(reset.Namespace);
        (await api.GetAsync<ProjectionState>($"/stores/{store}/projections/currency_bars")).State.ShouldBe("stopped");
        (await api.GetAsync<EventsPage>($"/stores/{store}/events")).Events.ShouldBeEmpty();
        (await api.AppendAsync(store, headers: "If-None-Match: *").ShouldBeAppendedAsync()).Version.ShouldBe(1);
        await api.StartProjectionAsync(store);
        await api.CaughtUpAsync(store, rows: 1);
    }

    [Fact]
    public async Task A_store_is_opened_on_the_data_of_a_namespace_and_dropped()
    {
        var api = await shared.EmptyAsync("sqlite");
        await api.AppendAsync("sqlite").ShouldBeAppendedAsync();
        var ns = (await api.GetAsync<StoreDetails>("/stores/sqlite")).Namespace;

        (await api.PostAsync("/stores/sqlite/close")).StatusCode.ShouldBe(HttpStatusCode.NoContent);
        (await api.PostAsync($"/stores/sqlite/reset?namespace={ns}")).StatusCode.ShouldBe(HttpStatusCode.OK);
        (await api.GetAsync<EventsPage>("/stores/sqlite/events")).Events.Count.ShouldBe(1);

        (await api.Client.DeleteAsync("/stores/sqlite")).StatusCode.ShouldBe(HttpStatusCode.NoContent);
        (await api.Client.GetAsync("/stores/sqlite")).StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        (await api.PostAsync($"/stores/sqlite/reset?namespace={ns}")).StatusCode.ShouldBe(HttpStatusCode.OK);
        (await api.GetAsync<EventsPage>("/stores/sqlite/events")).Events.ShouldBeEmpty();
    }

    [Theory]
    [MemberData(nameof(TestApi.Stores), MemberType = typeof(TestApi))]
    public async Task Requests_in_the_middle_of_resets_are_served_by_one_store_or_the_other(string store)
    {
        var api = await shared.EmptyAsync(store);
        using var done = new CancellationTokenSource();
        var clients = Enumerable.Range(0, 4).Select(n => Task.Run(async () =>
        {
            List<HttpStatusCode> seen = [];
            while (!done.IsCancellationRequested)
            {
                using var response = n % 2 == 0 ? await api.AppendAsync(store) : await api.Client.GetAsync(TestApi.BarsPath(store));
                seen.Add(response.StatusCode);
            }

            return seen;
        })).ToList();

        for (var i = 0; i < 10; i++)
        {
            await api.StartProjectionAsync(store);
            using var reset = await api.PostAsync($"/stores/{store}/reset");
            reset.StatusCode.ShouldBe(HttpStatusCode.OK, await reset.Content.ReadAsStringAsync());
        }

        await done.CancelAsync();
        var statuses = (await Task.WhenAll(clients)).SelectMany(s => s).ToList();
        statuses.ShouldNotBeEmpty();
        statuses.ShouldAllBe(s => s == HttpStatusCode.Created || s == HttpStatusCode.OK || s == HttpStatusCode.ServiceUnavailable);
        statuses.ShouldContain(HttpStatusCode.Created);
    }

    [Fact]
    public async Task One_at_a_time_closes_a_gate()
    {
        var gate = new Gate("it", TimeSpan.FromSeconds(20), TimeProvider.System);
        var alone = 0;

        await Task.WhenAll(Enumerable.Range(0, 50).Select(_ => Task.Run(async () =>
        {
            await gate.CloseAsync();
            Interlocked.Increment(ref alone).ShouldBe(1);
            await Task.Yield();
            Interlocked.Decrement(ref alone);
            gate.Open();
        })));

        await gate.EnterAsync();
    }

    [Fact]
    public async Task Waiting_at_a_gate_has_a_limit()
    {
        var gate = new Gate("The store x", TimeSpan.FromMilliseconds(20), TimeProvider.System);
        await gate.EnterAsync();

        (await Should.ThrowAsync<StoreUnavailableException>(gate.CloseAsync)).Message.ShouldStartWith("The store x is busy");

        await gate.EnterAsync();
        gate.Leave();
        gate.Leave();
        await gate.CloseAsync();
        await Should.ThrowAsync<StoreUnavailableException>(() => gate.EnterAsync().AsTask());
    }
}
