namespace EventSourcingBench.Stores.Shared;

public static class Appends
{
    /// <exception cref="ArgumentException">There is no event.</exception>
    public static void RequireEvents<T>(IReadOnlyCollection<T> events, [CallerArgumentExpression(nameof(events))] string? name = null)
    {
        if (events.Count == 0)
            throw new ArgumentException("There is no event to append.", name);
    }

    /// <exception cref="ArgumentException">There is no event, or two have the same id.</exception>
    public static void RequireDistinct(IReadOnlyList<EventData> events) => RequireDistinct(events, static e => e.Id);

    /// <inheritdoc cref="RequireDistinct(IReadOnlyList{EventData})" />
    public static void RequireDistinct(IReadOnlyList<DcbEvent> events) => RequireDistinct(events, static e => e.Event.Id);

    private static void RequireDistinct<T>(IReadOnlyList<T> events, Func<T, Guid> idOf)
    {
        RequireEvents(events);
        if (events.Count > 1 && events.DistinctBy(idOf).Count() != events.Count)
            throw new ArgumentException("Two events of the append have the same id.", nameof(events));
    }

    /// <exception cref="ArgumentException">There is no part, a part without an event, or a stream twice.</exception>
    public static void RequireStreams(IReadOnlyList<StreamAppend> appends)
    {
        if (appends.Count == 0 || appends.Any(a => a.Events.Count == 0))
            throw new ArgumentException("There is no event to append, or a part has none.", nameof(appends));

        if (appends.DistinctBy(a => a.Stream).Count() < appends.Count)
            throw new ArgumentException("A stream is used twice: put its events into one part.", nameof(appends));
    }

    /// <summary>Whether events are stored as one append stores them: all of them, in order, each directly after the one before.</summary>
    /// <param name="places">The version or position under each event id of an append; null if there is none.</param>
    /// <returns>The last one; null if the events are not one append. It stops at the first that does not fit.</returns>
    public static long? EndOfRetried(IEnumerable<long?> places)
    {
        long? last = null;
        foreach (var place in places)
        {
            if (place is null || (last is not null && place != last + 1))
                return null;

            last = place;
        }

        return last;
    }

    public static AppendResult OfOne(MultiStreamResult result) =>
        result is AllAppended all ? all.Streams[0] : ((NoneAppended)result).Conflict;
}
