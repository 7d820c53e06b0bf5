namespace EventSourcingBench.Stores.Shared;

/// <summary>What is stored under an event id of an append.</summary>
internal sealed record FoundEvent(Guid Id, string Stream, long Version, long Position)
{
    private const int LookedUpAtOnce = 10_000;

    /// <summary>Reads the four columns from the first one on.</summary>
    public static FoundEvent Read(NpgsqlDataReader row, int first = 0) =>
        new(row.GetGuid(first), row.GetString(first + 1), row.GetInt64(first + 2), row.GetInt64(first + 3));

    /// <summary>The result of an earlier append of the same events to the stream; null if they were not appended like this.</summary>
    public static Appended? Retried(string stream, IReadOnlyList<EventData> events, Dictionary<Guid, FoundEvent> found)
    {
        var versions = events.Select(
            e => found.GetValueOrDefault(e.Id) is { } here && here.Stream == stream ? here.Version : default(long?));
        return Appends.EndOfRetried(versions) is { } version ? new Appended(version, found[events[^1].Id].Position) : null;
    }

    /// <summary>Whether a bulk append that the server refused was appended before. False if none of its events exists.</summary>
    /// <exception cref="ArgumentException">Only some of the events exist, or they are in other streams.</exception>
    public static async Task<bool> IsRetryAsync(
        PostgresDatabase database, IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken)
    {
        var (found, isRetry, known) = (0, true, default((Guid Id, string Stream)));
        foreach (var some in events.Chunk(LookedUpAtOnce))
        {
            var streams = some.ToDictionary(e => e.Event.Id, e => e.Stream.Value);
            var rows = database.Query("104_find_events", r => (Id: r.GetGuid(0), Stream: r.GetString(1)), streams.Keys.ToArray());
            await foreach (var there in rows.WithCancellation(cancellationToken))
            {
                found++;
                if (!isRetry)
                    continue;

                isRetry = streams[there.Id] == there.Stream;
                known = there;
            }
        }

        return found == 0 || (isRetry && found == events.Count) ? found > 0
            : throw new ArgumentException($"{found} of the {events.Count} events already exist in the store, such as {known.Id} in stream "
                + $"'{known.Stream}'. A retry must repeat the same append; another append needs new ids.");
    }

    public static ArgumentException NotARetry(IEnumerable<EventData> events, Dictionary<Guid, FoundEvent> found)
    {
        var there = found[events.First(e => found.ContainsKey(e.Id)).Id];
        return new ArgumentException(
            $"The event {there.Id} already exists in the store, at version {there.Version} of stream '{there.Stream}'. A retry "
                + "must repeat the same append; another append needs new ids.");
    }
}
