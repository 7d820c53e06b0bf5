namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>What was acknowledged, to be compared with what is there.</summary>
internal sealed class Ledger
{
    // The version is 0 where the answer had none.
    private readonly ConcurrentDictionary<Guid, (string Stream, long Version)> _acknowledged = new();

    private readonly ConcurrentBag<Guid> _refused = [];

    public int Acknowledged => _acknowledged.Count;

    public void Add(StreamId stream, long lastVersion, IReadOnlyList<EventData> events)
    {
        for (var i = 0; i < events.Count; i++)
            Add(events[i].Id, stream.Value, lastVersion - events.Count + 1 + i);
    }

    public void Add(IEnumerable<BulkEvent> events)
    {
        foreach (var (stream, data) in events)
        {
            Add(data.Id, stream.Value, version: 0);
        }
    }

    public void Add(Guid id, string stream, long version) =>
        _acknowledged.TryAdd(id, (stream, version)).ShouldBeTrue("an id was acknowledged twice");

    /// <summary>The store said that nothing of it was appended.</summary>
    public void Refuse(IEnumerable<BulkEvent> events)
    {
        foreach (var one in events)
            _refused.Add(one.Event.Id);
    }

    /// <summary>How many are missing. What is there must be whole: contiguous, once, at its version, the same for every reader.</summary>
    public async Task<int> CheckAsync(IStore store)
    {
        var all = new List<RecordedEvent>();
        await foreach (var batch in store.Subscription!.SubscribeAsync(Checkpoint.Start))
        {
            all.AddRange(batch.Events);
            if (batch.CaughtUp)
                break;
        }

        all.Select(e => e.Id).ShouldBeUnique();
        foreach (var stream in all.GroupBy(e => e.Stream))
        {
            stream.ToList().ShouldBeContiguous();
            var read = await store.Events!.ReadStreamAsync(stream.Key).ToListAsync();
            read.Select(e => (e.Id, e.Version)).ShouldBe(stream.Select(e => (e.Id, e.Version)));
        }

        var there = all.ToDictionary(e => e.Id);
        _refused.Where(there.ContainsKey).ShouldBeEmpty("what was refused was appended");
        foreach (var (id, (stream, version)) in _acknowledged)
        {
            if (there.TryGetValue(id, out var found))
            {
                found.Stream.Value.ShouldBe(stream);
                (version == 0 ? found.Version : version).ShouldBe(found.Version);
            }
        }

        return _acknowledged.Keys.Count(id => !there.ContainsKey(id));
    }
}
