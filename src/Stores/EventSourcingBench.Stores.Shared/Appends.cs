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
    public static void RequireDistinct(IReadOnlyCollection<EventData> events) => RequireDistinct(events, static e => e.Id);

    /// <inheritdoc cref="RequireDistinct(IReadOnlyCollection{EventData})" />
    public static void RequireDistinct(IReadOnlyCollection<DcbEvent> events) => RequireDistinct(events, static e => e.Event.Id);

    /// <inheritdoc cref="RequireDistinct(IReadOnlyCollection{EventData})" />
    public static void RequireDistinct(IReadOnlyCollection<BulkEvent> events) => RequireDistinct(events, static e => e.Event.Id);

    /// <exception cref="ArgumentException">There is no part, a part without an event, a stream twice, or an event id twice.</exception>
    public static void RequireStreams(IReadOnlyList<StreamAppend> appends)
    {
        if (appends.Count == 0 || appends.Any(a => a.Events.Count == 0))
            throw new ArgumentException("There is no event to append, or a part has none.", nameof(appends));

        if (appends.DistinctBy(a => a.Stream).Count() < appends.Count)
            throw new ArgumentException("A stream is used twice: put its events into one part.", nameof(appends));

        RequireDistinct([.. appends.SelectMany(a => a.Events)], static e => e.Id);
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

    private static void RequireDistinct<T>(IReadOnlyCollection<T> events, Func<T, Guid> idOf)
    {
        RequireEvents(events, nameof(events));
        if (events.Count == 1)
            return;

        var ids = new HashSet<Guid>(events.Count);
        foreach (var each in events)
        {
            if (!ids.Add(idOf(each)))
                throw new ArgumentException($"The event id {idOf(each)} is used twice in the append.", nameof(events));
        }
    }
}
