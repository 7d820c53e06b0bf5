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
            var (found, last) = (new HashSet<long>(), 0L);
            var query = $"a query by the tag of {stored.History.Keys[expected.Key]}";
            await foreach (var page in readBack.ReadStreamAsync(tagOf(stored.History.Keys[expected.Key]), 1, long.MaxValue, cancel))
            {
                lock (turn)
                {
                    foreach (var shown in page)
                        last = Take(shown, found, last, query);
                }
            }

            lock (turn)
                Judge(query, expected.Key, expected.Value, found);
        });
    }

    // The position behind which the next event must be.
    private long Take(in FoundEvent shown, HashSet<long> found, long last, string query)
    {
        var number = stored.Sent.Find(shown.Id);
        if (number < 0)
        {
            findings.Add(FindingKind.Foreign, $"{query} finds {shown.Id}, which was never sent{where}");
            return last;
        }

        if (!found.Add(number))
            Add(FindingKind.Duplicated, "finds again");
        else if (shown.Version <= last)
            Add(FindingKind.Misplaced, FormattableString.Invariant($"finds behind {last}"));

        // One without an answer may have come after all.
        if (!stored.IsThere(number))
        {
            if (!stored.Sent[number].IsUnknown)
                Add(FindingKind.DirtyRead, "alone finds");

            return shown.Version;
        }

        if (shown.Hash != stored.Sent[number].Hash)
            Add(FindingKind.ContentChanged, "finds with another content");

        if (shown.Version != stored.VersionOf(number))
            Add(FindingKind.Misplaced, FormattableString.Invariant($"finds at {shown.Version}"));

        return shown.Version;

        void Add(FindingKind kind, string how) => findings.Add(kind, $"{query} {how} {stored.Sent.Describe(number)}{where}");
    }

    private Dictionary<int, HashSet<long>> ExpectedByKey()
    {
        var history = stored.History;
        var stride = Math.Max(1, history.Keys.Count / MaxKeys);
        return stored.Appends.SelectMany(o => StoredEvents.KeysOf(o), (o, key) => (Key: key, Number: history.EventOf(o.Number)))
            .Where(e => e.Key >= 0 && e.Key % stride == 0 && stored.IsThere(e.Number))
            .GroupBy(e => e.Key, e => e.Number).ToDictionary(g => g.Key, g => g.ToHashSet());
    }

    private void Judge(string query, int key, HashSet<long> expected, HashSet<long> found)
    {
        foreach (var missing in expected.Except(found))
            findings.Add(FindingKind.StaleRead, $"{query} leaves out {stored.Sent.Describe(missing)}{where}");

        // Preloaded events have tags too, of keys that are known beforehand.
        var isOfLoad = key >= stored.History.KnownCount;
        foreach (var other in found.Except(expected).Where(n => stored.IsThere(n) && (isOfLoad || n >= stored.History.BulkCount)))
            findings.Add(FindingKind.Misplaced, $"{query} finds {stored.Sent.Describe(other)}{where}");
    }
}
