namespace EventSourcingBench.Api.Tests;

public sealed class StoresTests
{
    [Theory]
    [InlineData("memory", DurabilityTier.Volatile)]
    [InlineData("sqlite", DurabilityTier.Fsync)]
    public async Task A_store_says_what_it_is(string store, DurabilityTier durability)
    {
        await using var api = await TestApi.StartAsync(store);

        var listed = (await api.GetAsync("/stores", ApiJson.Default.StoreList)).Stores.ShouldHaveSingleItem();
        var details = await api.GetAsync($"/stores/{store}", ApiJson.Default.StoreDetails);

        listed.Name.ShouldBe(store);
        details.Name.ShouldBe(store);
        details.Summary.ShouldBe(listed.Summary);
        details.Durability.ShouldBe(durability);
        details.DurabilityReason.ShouldNotBeNullOrWhiteSpace();
        details.ServerVersion.ShouldNotBeNullOrWhiteSpace();
        details.Capabilities.ShouldNotBe(StoreCapabilities.None);
        (await api.Client.GetStringAsync($"/stores/{store}"))
            .ShouldContain($"\"durability\":\"{JsonNamingPolicy.CamelCase.ConvertName(durability.ToString())}\"");
    }

    [Fact]
    public async Task Noop_answers_nothing()
    {
        await using var api = await TestApi.StartAsync("memory");

        await api.Client.GetAsync("/noop").ShouldBeEmptyAsync();
        await api.PostTextAsync("/noop", "{}").ShouldBeEmptyAsync();
    }
}
