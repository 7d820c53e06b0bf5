using System.Net;

namespace EventSourcingBench.Api.Tests;

public sealed class ExpectedVersionTests
{
    private const int Racers = 16;

    [Theory]
    [MemberData(nameof(TestApi.Stores), MemberType = typeof(TestApi))]
    public async Task Of_many_that_expect_the_same_version_one_wins(string store)
    {
        await using var api = await TestApi.StartAsync(store);
        await api.AppendAsync(store, ifNoneMatch: "*").ShouldBeAppendedAsync();

        var answers = await Task.WhenAll(Enumerable.Range(0, Racers).Select(_ => api.AppendAsync(store, ifMatch: "\"1\"")));

        var winner = answers.Where(a => a.StatusCode == HttpStatusCode.Created).ShouldHaveSingleItem();
        (await winner.ShouldBeAsync(HttpStatusCode.Created, ApiJson.Default.AppendedBar)).Version.ShouldBe(2);
        foreach (var loser in answers.Where(a => a != winner))
        {
            var lost = await Task.FromResult(loser).ShouldBeWrongVersionAsync();
            (lost.Expected, lost.Actual).ShouldBe((1, 2));
        }

        var begun = await api.AppendAsync(store, ifNoneMatch: "*").ShouldBeWrongVersionAsync();
        (begun.Expected, begun.Actual).ShouldBe((0, 2));
        (await api.GetAsync(TestApi.BarsPath(store), ApiJson.Default.BarsPage)).Items.Count.ShouldBe(2);
    }

    [Theory]
    [MemberData(nameof(TestApi.Stores), MemberType = typeof(TestApi))]
    public async Task A_retry_with_the_same_key_appends_nothing_twice(string store)
    {
        await using var api = await TestApi.StartAsync(store);
        var key = Guid.CreateVersion7();
        var bar = TestApi.Bar();

        var first = await api.AppendAsync(store, bar, ifNoneMatch: "*", key: key.ToString()).ShouldBeAppendedAsync();
        await api.AppendAsync(store).ShouldBeAppendedAsync();
        var retry = await api.AppendAsync(store, bar, ifNoneMatch: "*", key: key.ToString()).ShouldBeAppendedAsync();

        first.EventId.ShouldBe(key);
        retry.ShouldBe(first);
        (await api.GetAsync(TestApi.BarsPath(store), ApiJson.Default.BarsPage)).Items.Count.ShouldBe(2);
    }
}
