namespace EventSourcingBench.Api.Tests;

/// <summary>An API for all tests of a class.</summary>
public sealed class SharedApi : IAsyncLifetime
{
    internal TestApi Api { get; private set; } = null!;

    public async ValueTask InitializeAsync() => Api = await TestApi.StartAsync("memory,dcb-memory,sqlite,filelog");

    public ValueTask DisposeAsync() => Api.DisposeAsync();

    /// <summary>Empties a store for a test: what another left in it is gone.</summary>
    internal async Task<TestApi> EmptyAsync(string store)
    {
        (await Api.PostAsync($"/stores/{store}/reset")).EnsureSuccessStatusCode();
        return Api;
    }
}
