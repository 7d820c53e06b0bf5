using EventSourcingBench.Api.Contracts;

namespace EventSourcingBench.LoadTests.Engine.Tests;

public sealed class ApiProcessTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task What_is_asked_of_an_api_that_is_stopped_is_a_failure_of_the_store(bool isStoppedBefore)
    {
        await using var silent = new ScriptedServer(_ => "");
        var api = new ApiProcess(silent.Start(), process: null, "memory");
        if (isStoppedBefore)
            await api.DisposeAsync();

        var asked = api.GetAsync<StoreDetails>("", Cancel);
        while (!isStoppedBefore && silent.Requests.IsEmpty)
            await Task.Delay(10, Cancel);

        await api.DisposeAsync();
        (await Should.ThrowAsync<StoreFailureException>(asked)).Message.ShouldBe("The API of memory was stopped.");
    }

    [Theory]
    [InlineData("Content-Length: 10\r\n\r\nhalf", false)]
    [InlineData("Content-Length: 100\r\n\r\n[", true)]
    public async Task An_answer_that_comes_to_a_halt_is_a_failure(string answer, bool isOfRows)
    {
        var clock = new FakeClock();
        await using var server = new ScriptedServer(_ => "HTTP/1.1 200 OK\r\n" + answer);
        await using var api = new ApiProcess(server.Start(), process: null, "memory", clock);
        var rows = new ApiReadModel(api, "projections/bars");
        Task asked = isOfRows ? rows.ReadRowsAsync(Cancel).ToListAsync(Cancel).AsTask() : api.GetAsync<StoreDetails>("", Cancel);
        while (!asked.IsCompleted)
        {
            clock.Advance(TimeSpan.FromMinutes(1));
            await Task.Delay(10, Cancel);
        }

        var failure = await Should.ThrowAsync<Exception>(asked);
        failure.ShouldBeOfType(isOfRows ? typeof(TimeoutException) : typeof(StoreFailureException));
        failure.Message.ShouldContain("broke off");
    }
}
