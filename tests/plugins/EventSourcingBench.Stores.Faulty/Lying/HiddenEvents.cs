namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>Events that are in the log and that no reader gets to see.</summary>
internal sealed class HiddenEvents
{
    private readonly ConcurrentDictionary<Guid, bool> _ids = [];

    public void Hide(Guid id) => _ids.TryAdd(id, true);

    public void Unhide(Guid id) => _ids.TryRemove(id, out _);

    public bool Has(Guid id) => _ids.ContainsKey(id);

    /// <summary>The event, or null where it is hidden.</summary>
    public RecordedEvent? Show(RecordedEvent recorded) => Has(recorded.Id) ? null : recorded;
}
