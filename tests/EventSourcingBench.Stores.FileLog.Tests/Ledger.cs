namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>What was acknowledged, to be compared with what is there.</summary>
internal sealed class Ledger
{
    // Without a version where the answer had none.
    private readonly ConcurrentDictionary<Guid, (StreamId Stream, long? Version)> _acknowledged = new();

    private readonly ConcurrentBag<Guid> _refused = [];

    public int Acknowledged => _acknowledged.Count;

    public void Add(BulkEvent[] events, long? lastVersion = null)
    {
        for (var i = 0; i < events.Length; i++)
            _acknowledged[events[i].Event.Id] = (events[i].Stream, lastVersion - events.Length + 1 + i);
    }

    /// <summary>The store said that nothing of it was appended.</summary>
    public void Refuse(BulkEvent[] events) => Array.ForEach(events, e => _refused.Add(e.Event.Id));

    /// <summary>How many are missing. What is there must be whole: contiguous, once, at its version, the same for every reader.</summary>
    public async Task<int> CheckAsync(IStore store)
    {
        var all = await store.Subscription!.ReadToEndAsync();
        var there = all.ToDictionary(e => e.Id);
        foreach (var stream in all.GroupBy(e => e.Stream))
        {
            stream.ToList().ShouldBeContiguous();
            (await store.ReadAsync(stream.Key)).Select(e => (e.Id, e.Version)).ShouldBe(stream.Select(e => (e.Id, e.Version)));
        }

        _refused.Where(there.ContainsKey).ShouldBeEmpty("what was refused was appended");
        foreach (var (id, (stream, version)) in _acknowledged.Where(a => there.ContainsKey(a.Key)))
            (there[id].Stream, there[id].Version).ShouldBe((stream, version ?? there[id].Version));

        return _acknowledged.Keys.Count(id => !there.ContainsKey(id));
    }
}
