namespace EventSourcingBench.Measurement.Histories;

/// <summary>The events of bulk appends: a byte each, as ids, streams and content follow from the numbers. One writer at a time.</summary>
/// <param name="count">How many there are at most: numbers 0 to this - 1.</param>
public sealed class BulkHistory(IBulkContent content, long count)
{
    private readonly BulkState[] _states = new BulkState[count];

    public long Count => _states.Length;

    public IBulkContent Content => content;

    /// <param name="number">0 to <see cref="Count"/> - 1.</param>
    public ref BulkState this[long number] => ref _states[number];

    public long CountOf(BulkState state) => _states.AsSpan().Count(state);
}

/// <summary>What the generator knows of an event of a bulk append.</summary>
public enum BulkState : byte
{
    NotSent = 0, // It was not offered, the buffer refused it, or nothing of its call was done: it must not be there.
    Acknowledged = 1,
    Unknown = 2, // No answer came.
}

/// <summary>What the events of bulk appends are, by their numbers.</summary>
public interface IBulkContent
{
    /// <summary>The index of an event's stream in <see cref="StepHistory.Keys"/>.</summary>
    int StreamOf(long number);

    /// <summary>The <see cref="ContentHash"/> of an event.</summary>
    ulong HashOf(long number);
}
