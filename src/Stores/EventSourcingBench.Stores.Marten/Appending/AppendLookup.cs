using Npgsql;

namespace EventSourcingBench.Stores.Marten.Appending;

/// <summary>Determines why Marten refused an append.</summary>
internal sealed class AppendLookup(PostgresDatabase database)
{
    /// <summary>The result, or null if the append must be retried.</summary>
    /// <exception cref="ArgumentException">Some of the events exist in the store, from another append.</exception>
    public async Task<AppendResult?> DecideAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken)
    {
        try
        {
            await using var batch = database.Pool.CreateBatch();
            // The version is read before the ids: it is then never the result of the append itself.
            batch.BatchCommands.Add(
                new NpgsqlBatchCommand(database.Scripts.Get("101_stream_version")) { Parameters = { new() { Value = stream.Value } } });
            batch.BatchCommands.Add(new NpgsqlBatchCommand(database.Scripts.Get("102_find_events"))
            {
                Parameters = { new() { Value = events.Select(e => e.Id).ToArray() } },
            });
            await using var reader = await batch.ExecuteReaderAsync(cancellationToken);
            var version = await reader.ReadAsync(cancellationToken) ? reader.GetInt64(0) : 0;
            await reader.NextResultAsync(cancellationToken);
            var found = new List<FoundEvent>();
            while (await reader.ReadAsync(cancellationToken))
            {
                found.Add(new FoundEvent(reader.GetGuid(0), reader.GetString(1), reader.GetInt64(2), reader.GetInt64(3)));
            }

            return found.Count > 0 ? Retried(stream.Value, events, found)
                : expected.Allows(version) ? null
                : new WrongExpectedVersion(expected, version);
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            throw database.Errors.Unavailable(e);
        }
    }

    private static Appended Retried(string stream, IReadOnlyList<EventData> events, List<FoundEvent> found)
    {
        var ordered = found.OrderBy(f => f.Version).ToList();
        var last = ordered[^1];
        return ordered.TrueForAll(f => f.Stream == stream) && ordered.Select(f => f.Id).SequenceEqual(events.Select(e => e.Id))
            && last.Version == ordered[0].Version + events.Count - 1
            ? new Appended(last.Version, last.Position)
            : throw new ArgumentException(
                $"The event {last.Id} already exists in the store, at version {last.Version} of stream '{last.Stream}'. A retry "
                    + "must repeat the same append; another append needs new ids.");
    }

    private readonly record struct FoundEvent(Guid Id, string Stream, long Version, long Position);
}
