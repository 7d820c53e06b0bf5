namespace EventSourcingBench.Stores.Tests;

/// <summary>What is particular to SQLite's DCB store.</summary>
public sealed class SqliteDcbTests : SqliteTest
{
    [Fact]
    public async Task A_query_has_at_most_500_selections()
    {
        await using var store = await OpenAsync("dcb-sqlite");
        var found = DcbSample.Event("A", "x:499");
        await store.Dcb!.AppendAsync([found], condition: null);
        (await store.Dcb.ReadAsync(Items(500))).Events.ShouldHaveSingleItem().Event.Id.ShouldBe(found.Event.Id);
        (await store.Dcb.AppendAsync([DcbSample.Event("A")], new DcbAppendCondition(Items(500), 0))).IsAppended.ShouldBeFalse();
        await Should.ThrowAsync<ArgumentException>(async () => await store.Dcb.ReadAsync(Items(501)));
        await Should.ThrowAsync<ArgumentException>(
            async () => await store.Dcb.AppendAsync([DcbSample.Event("A")], new DcbAppendCondition(Items(501), 0)));

        static DcbQuery Items(int count) => new([.. Enumerable.Range(0, count).Select(i => new DcbQueryItem(["A"], [$"x:{i}"]))]);
    }

    [Fact]
    public async Task More_shapes_of_queries_than_are_kept_are_answered()
    {
        await using var store = await OpenAsync("dcb-sqlite");
        await store.Dcb!.AppendAsync([DcbSample.Event("T7", "x:3")], condition: null);
        for (var types = 1; types <= 15; types++)
        {
            for (var items = 1; items <= 15; items++)
            {
                var item = new DcbQueryItem([.. Enumerable.Range(0, types).Select(i => $"T{i}")], ["x:3"]);
                (await store.Dcb.ReadAsync(new DcbQuery([.. Enumerable.Repeat(item, items)]))).Events.Count.ShouldBe(types > 7 ? 1 : 0);
            }
        }
    }
}
