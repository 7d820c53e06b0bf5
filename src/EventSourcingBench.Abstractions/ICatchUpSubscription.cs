namespace EventSourcingBench.Abstractions;

/// <summary>All events after a checkpoint, then live.</summary>
public interface ICatchUpSubscription
{
    /// <summary>Delivers every event after the checkpoint, in the store's order, then the new ones as they are committed, until cancelled.
    /// Complete: no event is left out, also when transactions commit out of the order of their positions. None comes twice. The order is
    /// stable: each subscription sees the same one. Events of one stream come in the order of their versions.</summary>
    /// <remarks>When nothing more is there to deliver, a batch with <see cref="EventBatch.CaughtUp"/> is given, be it empty: at least once
    /// for each subscription. New events wake the subscription; polling is a safety net only.</remarks>
    /// <exception cref="OperationCanceledException">It was cancelled, which ends it.</exception>
    /// <exception cref="FormatException">The checkpoint is not one of this store's.</exception>
    /// <exception cref="StoreUnavailableException">The connection failed or broke: subscribe again after the last checkpoint.</exception>
    IAsyncEnumerable<EventBatch> SubscribeAsync(Checkpoint after, CancellationToken cancellationToken = default);

    /// <summary>The same for the events of some streams, which the server or an index selects; else null (default).</summary>
    ICatchUpSubscription? Only(StreamSelection streams) => null;
}

/// <summary>A stream, or the streams of a category: those whose names begin with its name and <c>-</c>.</summary>
public sealed record StreamSelection(string Name, bool IsCategory)
{
    /// <summary>What the names of the streams begin with, or the name of the stream.</summary>
    public string Text => IsCategory ? Name + "-" : Name;

    public bool Has(StreamId stream) => IsCategory ? stream.Value.StartsWith(Text, StringComparison.Ordinal) : stream.Value == Name;
}

/// <summary>Some events in the store's order, and the checkpoint behind the last of them. Caught up: the store had nothing more to deliver
/// at that moment; then there may be no event.</summary>
public sealed record EventBatch(IReadOnlyList<RecordedEvent> Events, Checkpoint Checkpoint, bool CaughtUp);

/// <summary>A place in a store's order of all events, in the store's own notation: only the store that gave it can read it. It survives a
/// restart of the store and of the subscriber.</summary>
/// <param name="Value">The notation; empty for the start.</param>
public readonly record struct Checkpoint(string? Value)
{
    /// <summary>Before the first event.</summary>
    public static Checkpoint Start => default;

    public bool IsStart => string.IsNullOrEmpty(Value);

    /// <summary>The position up to which all events have been delivered, of a store with
    /// <see cref="StoreCapabilities.PositionCheckpoints"/>: decimal digits at the end, behind a slash if others precede them; 0 for the
    /// start.</summary>
    /// <exception cref="FormatException">It does not end with a position.</exception>
    public long ReadPosition() =>
        IsStart ? 0 : long.Parse(Value.AsSpan(Value!.LastIndexOf('/') + 1), NumberStyles.None, CultureInfo.InvariantCulture);

    public override string ToString() => IsStart ? "start" : Value!;
}
