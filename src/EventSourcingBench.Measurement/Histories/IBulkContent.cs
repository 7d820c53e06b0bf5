namespace EventSourcingBench.Measurement.Histories;

/// <summary>What the events of bulk appends are, by their numbers.</summary>
public interface IBulkContent
{
    /// <summary>The index of an event's stream in <see cref="StepHistory.Keys"/>.</summary>
    /// <param name="number">The event's number.</param>
    int StreamOf(long number);

    /// <summary>The <see cref="ContentHash"/> of an event.</summary>
    /// <param name="number">The event's number.</param>
    ulong HashOf(long number);
}
