namespace EventSourcingBench.Stores.Shared;

/// <summary>What is stored under an event id of an append.</summary>
internal sealed record FoundEvent(Guid Id, string Stream, long Version, long Position)
{
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

    public static ArgumentException NotARetry(IEnumerable<EventData> events, Dictionary<Guid, FoundEvent> found)
    {
        var there = found[events.First(e => found.ContainsKey(e.Id)).Id];
        return new ArgumentException(
            $"The event {there.Id} already exists in the store, at version {there.Version} of stream '{there.Stream}'. A retry "
                + "must repeat the same append; another append needs new ids.");
    }
}
