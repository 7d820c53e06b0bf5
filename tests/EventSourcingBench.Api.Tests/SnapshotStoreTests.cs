namespace EventSourcingBench.Api.Tests;

public sealed class SnapshotStoreTests
{
    [Fact]
    public async Task It_remembers_about_as_many_places_as_its_capacity()
    {
        var events = new ListedEvents();
        var snapshots = new SnapshotStore<string>(events, r => r.Type, _ => 1) { Capacity = 2 };
        (await ReadsAsync("a", "b")).ShouldBe(2);
        (await ReadsAsync("a", "b")).ShouldBe(0);
        (await ReadsAsync("c")).ShouldBe(1);
        (await ReadsAsync("c")).ShouldBe(0);
        (await ReadsAsync("a", "b", "c")).ShouldBeGreaterThan(1);

        async Task<int> ReadsAsync(params string[] streams)
        {
            var before = events.Reads;
            foreach (var stream in streams)
                (await snapshots.FindAsync(new StreamId(stream), Cancel)).ShouldBeNull();

            return events.Reads - before;
        }
    }
}
