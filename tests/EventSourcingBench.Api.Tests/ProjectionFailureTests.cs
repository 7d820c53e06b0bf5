namespace EventSourcingBench.Api.Tests;

public sealed class ProjectionFailureTests
{
    private const string Path = "/stores/broken/projections/currency_bars";

    [Fact]
    public async Task A_projection_that_cannot_go_on_says_why_and_is_started_again()
    {
        var store = new ScriptedProjection(Task.FromException(new FormatException("Event 7 is damaged.")));
        await using var api = await TestApi.StartAsync(store);
        (await api.Client.PutAsync(Path, content: null)).EnsureSuccessStatusCode();

        var state = await api.GetAsync(Path, ApiJson.Default.ProjectionState);
        (await api.Client.PutAsync(Path, content: null)).EnsureSuccessStatusCode();

        state.ShouldBe(new ProjectionState("failed", Error: "Event 7 is damaged."));
        store.Starts.ShouldBe(2);
    }

    [Theory]
    [InlineData("DELETE", Path)]
    [InlineData("POST", "/stores/broken/reset")]
    public async Task A_stop_or_reset_does_not_wait_for_a_rebuild_but_ends_it(string method, string path)
    {
        var store = new ScriptedProjection(new TaskCompletionSource().Task);
        await using var api = await TestApi.StartAsync(store);
        (await api.Client.PutAsync(Path, content: null)).EnsureSuccessStatusCode();
        var rebuilding = api.PostAsync(Path + "/rebuild");
        await store.Rebuilding.Task;

        (await api.Client.SendAsync(new HttpRequestMessage(new HttpMethod(method), path))).EnsureSuccessStatusCode();

        await rebuilding.ShouldBeUnavailableAsync();
        (await api.GetAsync(Path, ApiJson.Default.ProjectionState)).State.ShouldBe("stopped");
    }

    [Fact]
    public async Task A_rebuild_goes_on_when_its_client_goes_away_and_the_API_still_serves()
    {
        var store = new ScriptedProjection(new TaskCompletionSource().Task);
        await using var api = await TestApi.StartAsync(store);
        (await api.Client.PutAsync(Path, content: null)).EnsureSuccessStatusCode();
        using var gone = new CancellationTokenSource();
        var rebuilding = api.Client.PostAsync(Path + "/rebuild", content: null, gone.Token);
        await store.Rebuilding.Task;

        await gone.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => rebuilding);
        (await api.GetAsync(Path, ApiJson.Default.ProjectionState)).State.ShouldBe("running");
    }
}
