namespace EventSourcingBench.Stores.Shared;

/// <summary>Checks the arguments of appends.</summary>
internal static class AppendRules
{
    /// <exception cref="ArgumentException">There is no event, or two have the same id.</exception>
    public static void RequireDistinct(IReadOnlyList<EventData> events)
    {
        ArgumentNullException.ThrowIfNull(events);
        if (events.Count == 0)
        {
            throw new ArgumentException("An append needs at least one event.", nameof(events));
        }

        if (events.Count > 1 && events.DistinctBy(e => e.Id).Count() != events.Count)
        {
            throw new ArgumentException("Two events of the append have the same id.", nameof(events));
        }
    }
}
