namespace EventSourcingBench.Checking.Checks;

/// <summary>Queries of a store without streams by single tags: each finds the events of its key, also where that is their second tag, and
/// no others. Up to 500 keys are asked, evenly spread.</summary>
internal sealed class TagCheck(StoredEvents stored, Func<string, string> tagOf, Findings findings, string where)
{
    private const int MaxKeys = 500;
    private const int Readers = 8;

    public async Task ReadAsync(IReadBack readBack)
    {
        var turn = new Lock();
        var options = new ParallelOptions { MaxDegreeOfParallelism = Readers };
        await Parallel.ForEachAsync(ExpectedByKey(), options, async (expected, cancel) =>
        {
            var found = new HashSet<long>();
            await foreach (var page in readBack.ReadStreamAsync(tagOf(stored.History.Keys[expected.Key]), 1, long.MaxValue, cancel))
                found.UnionWith(page.Select(e => stored.Sent.Find(e.Id)));

            lock (turn)
                Judge(expected.Key, expected.Value, found);
        });
    }

    private Dictionary<int, HashSet<long>> ExpectedByKey()
    {
        var history = stored.History;
        var stride = Math.Max(1, history.Keys.Count / MaxKeys);
        return stored.Appends.SelectMany(o => StoredEvents.KeysOf(o), (o, key) => (Key: key, Number: history.EventOf(o.Number)))
            .Where(e => e.Key >= 0 && e.Key % stride == 0 && stored.IsThere(e.Number))
            .GroupBy(e => e.Key, e => e.Number).ToDictionary(g => g.Key, g => g.ToHashSet());
    }

    private void Judge(int key, HashSet<long> expected, HashSet<long> found)
    {
        var query = $"a query by the tag of {stored.History.Keys[key]}";
        foreach (var missing in expected.Except(found))
            findings.Add(FindingKind.StaleRead, $"{query} leaves out {stored.Sent.Describe(missing)}{where}");

        // Preloaded events have tags too; what was never sent is found elsewhere.
        foreach (var other in found.Except(expected).Where(n => n >= stored.History.BulkCount))
            findings.Add(FindingKind.Misplaced, $"{query} finds {stored.Sent.Describe(other)}{where}");
    }
}
