namespace EventSourcingBench.Stores.PostgreSql.Feed;

/// <summary>Reads all events in order on its own connection.</summary>
internal sealed class EventFeed(PostgresDatabase database) : LaneConnection(database)
{
    // After the columns of an event.
    private const int Pending = 9;

    private readonly RecordedEventReader _events = new();

    /// <summary>The next events, and whether some are committed but not readable yet, in one snapshot.</summary>
    public FeedPage Read(FeedPlace after, int limit) => Talk(() =>
    {
        var (found, end, isPending) = (new List<RecordedEvent>(), after, false);
        using var reader = Prepared("122_feed", to => to.Then(after.TransactionId).Then(after.Position).Then(limit)).ExecuteReader();
        while (reader.Read())
        {
            if (reader.IsDBNull(0))
            {
                isPending = reader.GetBoolean(Pending);
                continue;
            }

            end = FeedPlace.Read(reader);
            found.Add(_events.Read(reader));
        }

        return new FeedPage(found, end, found.Count == limit, isPending);
    });
}

/// <param name="Full">True if there may be more events.</param>
/// <param name="Pending">True if events are committed but not readable yet: query again soon.</param>
internal sealed record FeedPage(IReadOnlyList<RecordedEvent> Events, FeedPlace End, bool Full, bool Pending)
{
    public bool CaughtUp => !Full && !Pending;
}
