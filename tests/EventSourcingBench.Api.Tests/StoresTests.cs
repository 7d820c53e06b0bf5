namespace EventSourcingBench.Api.Tests;

public sealed class StoresTests(SharedApi shared) : IClassFixture<SharedApi>
{
    [Theory]
    [InlineData("memory", DurabilityTier.Volatile)]
    [InlineData("sqlite", DurabilityTier.Fsync)]
    public async Task A_store_says_what_it_is(string store, DurabilityTier durability)
    {
        var listed = (await shared.Api.GetAsync<StoreList>("/stores")).Stores.Single(s => s.Name == store);
        var details = await shared.Api.GetAsync<StoreDetails>($"/stores/{store}");

        details.Name.ShouldBe(store);
        details.Summary.ShouldBe(listed.Summary);
        details.Durability.ShouldBe(durability);
        details.DurabilityReason.ShouldNotBeNullOrWhiteSpace();
        details.ServerVersion.ShouldNotBeNullOrWhiteSpace();
        details.Capabilities.ShouldNotBe(StoreCapabilities.None);
        (await shared.Api.Client.GetStringAsync($"/stores/{store}"))
            .ShouldContain($"\"durability\":\"{JsonNamingPolicy.CamelCase.ConvertName(durability.ToString())}\"");
    }

    [Fact]
    public async Task A_store_that_is_away_is_503()
    {
        await using var api = await TestApi.StartAsync(new BrokenStore(new StoreUnavailableException("Start PostgreSQL.")));

        (await api.AppendAsync("broken").ShouldBeUnavailableAsync()).Detail.ShouldBe("Start PostgreSQL.");
        await api.Client.GetAsync("/stores/broken").ShouldBeUnavailableAsync();
        await api.Client.GetAsync(TestApi.BarsPath("broken")).ShouldBeUnavailableAsync();
    }

    [Fact]
    public async Task A_lost_answer_is_504_a_defect_is_500_that_says_nothing_of_its_inside_and_what_a_store_lacks_is_not_found()
    {
        await using var lost = await TestApi.StartAsync(new BrokenStore(new OutcomeUnknownException("The connection broke.")));
        await using var defect = await TestApi.StartAsync(new BrokenStore(new ArgumentNullException("secret")));

        (await lost.AppendAsync("broken").ShouldBeProblemAsync(HttpStatusCode.GatewayTimeout, "outcome-unknown"))
            .Detail.ShouldBe("The connection broke.");
        foreach (var key in new[] { "", $"Idempotency-Key: {Guid.NewGuid()}" })
        {
            (await defect.AppendAsync("broken", headers: key).ShouldBeProblemAsync(HttpStatusCode.InternalServerError, "unexpected"))
                .Detail.ShouldNotBeNull().ShouldNotContain("secret");
        }

        await defect.Client.GetAsync("/stores/broken/events").ShouldBeNotFoundAsync();
        (await defect.Client.GetAsync("/stores/broken/projections/currency_bars").ShouldBeNotFoundAsync())
            .Detail.ShouldBe("The store broken has no projections.");
    }

    [Fact]
    public async Task Noop_answers_nothing_live_is_about_the_process_and_ready_about_the_stores()
    {
        var well = shared.Api;
        await using var broken = await TestApi.StartAsync(new BrokenStore(new StoreUnavailableException("Gone.")));

        await well.Client.GetAsync("/noop").ShouldBeEmptyAsync();
        await well.PostTextAsync("/noop", "{}").ShouldBeEmptyAsync();
        (await well.GetAsync<HealthState>("/health/live")).ShouldBe(new HealthState("live"));
        (await well.GetAsync<HealthState>("/health/ready")).ShouldBe(new HealthState("ready"));
        (await broken.GetAsync<HealthState>("/health/live")).ShouldBe(new HealthState("live"));
        (await broken.Client.GetAsync("/health/ready").ShouldBeUnavailableAsync()).Detail.ShouldBe("broken: Gone.");

        // The health check of a container without a shell ends with what the answer says.
        (await ApiHost.RunAsync(["health", $"{well.Client.BaseAddress}health/ready"])).ShouldBe(0);
        (await ApiHost.RunAsync(["health", $"{broken.Client.BaseAddress}health/ready"])).ShouldBe(1);
        Uri closed;
        await using (var ended = await TestApi.StartAsync("memory"))
            closed = ended.Client.BaseAddress!;

        (await ApiHost.RunAsync(["health", $"{closed}health/ready"])).ShouldBe(1);
    }

    [Fact]
    public async Task A_store_that_hangs_is_not_ready()
    {
        await using var api = await TestApi.StartAsync(new BrokenStore(async token =>
        {
            await Task.Delay(Timeout.Infinite, token);
            return new InvalidOperationException();
        }));

        (await api.Client.GetAsync("/health/ready").ShouldBeUnavailableAsync()).Detail.ShouldBe("broken: no answer within 2 s.");
    }
}
