namespace EventSourcingBench.Abstractions;

/// <summary>What every bulk append asks of its events.</summary>
public static class BulkEvents
{
    /// <summary>Refuses a list that is no bulk append. For stores that do not find it out by themselves on the way.</summary>
    /// <param name="events">The events of one call.</param>
    /// <exception cref="ArgumentException">There is no event, or two have the same id.</exception>
    public static void Require(IReadOnlyList<BulkEvent> events)
    {
        ArgumentNullException.ThrowIfNull(events);
        if (events.Count == 0)
        {
            throw new ArgumentException("There is no event to append.", nameof(events));
        }

        if (events.DistinctBy(e => e.Event.Id).Count() != events.Count)
        {
            throw new ArgumentException("Two events have the same id.", nameof(events));
        }
    }
}
