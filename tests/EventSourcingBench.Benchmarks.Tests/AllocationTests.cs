namespace EventSourcingBench.Benchmarks.Tests;

/// <summary>What loading a stream allocates, at most a third of what BullOak publishes: 188 KB for 10 events of 10 identifiers, 1.29 GB for
/// 50,000 of 50, of which a tenth is loaded here. Both are read with the lesser meaning of KB and GB.</summary>
public sealed class AllocationTests
{
    [Theory]
    [InlineData("memory", 10, 10, 188_000)]
    [InlineData("sqlite", 10, 10, 188_000)]
    [InlineData("postgres", 10, 10, 188_000)]
    [InlineData("sqlite", 5_000, 50, 129_000_000)]
    public async Task Loading_allocates_at_most_a_third_of_what_was_published(string name, int count, int size, long published)
    {
        var data = new DataSet(count, size);
        await using var store = await OpenedStore.OpenAsync(name);
        await Preparation.EnsureStreamAsync(store.Events, data, Cancel);
        var least = long.MaxValue;
        for (var i = 0; i < 3; i++)
        {
            var before = GC.GetTotalAllocatedBytes(precise: true);
            (await IdentifierList.LoadAsync(store.Events, data.Stream, IdentifiersState.Empty, Cancel)).Events.ShouldBe(data.Events);
            least = Math.Min(least, GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        least.ShouldBeLessThanOrEqualTo(published / 3);
    }
}
