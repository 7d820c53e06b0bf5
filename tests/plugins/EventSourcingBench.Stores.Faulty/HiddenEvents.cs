using System.Collections.Concurrent;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Faulty;

/// <summary>Events that are in the log and that no reader gets to see.</summary>
internal sealed class HiddenEvents
{
    private readonly ConcurrentDictionary<Guid, bool> _ids = [];

    public void Hide(EventData data) => _ids.TryAdd(data.Id, true);

    public void Show(EventData data) => _ids.TryRemove(data.Id, out _);

    public bool IsVisible(RecordedEvent recorded) => !_ids.ContainsKey(recorded.Id);
}
