using System.Runtime.InteropServices;

namespace EventSourcingBench.LoadTests;

/// <summary>All event ids that were sent or found.</summary>
internal sealed class EventTable
{
    private readonly Dictionary<Guid, int> _indexes;
    private readonly List<EventState> _states;

    public EventTable(Ledger ledger)
    {
        Streams = ledger.Streams;
        var count = checked((int)ledger.Count);
        _indexes = new Dictionary<Guid, int>(count);
        _states = new List<EventState>(count);
        foreach (var entry in ledger.Entries)
        {
            _indexes.Add(entry.EventId, _states.Count);
            _states.Add(new EventState { Sent = entry, IsSent = true });
            Acknowledged += entry.Outcome == LedgerOutcome.Acknowledged ? 1 : 0;
            Unknown += entry.Outcome == LedgerOutcome.Unknown ? 1 : 0;
        }
    }

    public IReadOnlyList<LedgerStream> Streams { get; }

    public long Acknowledged { get; }

    public long Unknown { get; }

    /// <summary>By index. A reference into it holds until the next event that was never sent is found.</summary>
    public Span<EventState> States => CollectionsMarshal.AsSpan(_states);

    /// <summary>The index of an id that was sent or found; -1 for another.</summary>
    public int Find(Guid eventId) => _indexes.TryGetValue(eventId, out var index) ? index : -1;

    /// <summary>The index of an id that was found; a new one when it was never sent.</summary>
    public int FindOrAdd(Guid eventId)
    {
        ref var index = ref CollectionsMarshal.GetValueRefOrAddDefault(_indexes, eventId, out var exists);
        if (!exists)
        {
            index = _states.Count;
            _states.Add(new EventState { Sent = new LedgerEntry { EventId = eventId } });
        }

        return index;
    }

    /// <summary>The event as examples name it: <c>currency-EURUSD@17 (id)</c>.</summary>
    public string Describe(in LedgerEntry sent) => sent.Outcome == LedgerOutcome.Acknowledged
        ? FormattableString.Invariant($"{Streams[sent.Stream].Name}@{sent.Version} ({sent.EventId})")
        : FormattableString.Invariant($"{Streams[sent.Stream].Name} ({sent.EventId})");
}
