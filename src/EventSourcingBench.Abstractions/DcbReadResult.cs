namespace EventSourcingBench.Abstractions;

/// <summary>The events that a query found, and how far the store had been read.</summary>
/// <param name="Events">The events, in the order of their positions.</param>
/// <param name="Head">
/// The position of the last event in the store at the time of the read; 0 for an empty store. No event will ever appear
/// at or before it that this read had not seen: a condition may start after it.
/// </param>
public sealed record DcbReadResult(IReadOnlyList<DcbRecordedEvent> Events, long Head);
