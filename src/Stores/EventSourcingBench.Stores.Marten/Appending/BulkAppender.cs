using Npgsql;

namespace EventSourcingBench.Stores.Marten.Appending;

/// <summary>
/// Bulk appends: one session, one <c>SaveChangesAsync</c>, one transaction over all streams. Marten's own bulk insert is made
/// for the import into an empty store: it starts each stream at version 1 and moves the daemon's mark past events that other
/// writers have not committed yet.
/// </summary>
internal sealed class BulkAppender(WriterStores writers, MartenParts parts) : IBulkWriter
{
    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        BulkEvents.Require(events);

        // All writers use the same order, which prevents deadlocks.
        var streams = events.GroupBy(e => e.Stream.Value, StringComparer.Ordinal).OrderBy(g => g.Key, StringComparer.Ordinal).ToList();
        while (!await TrySaveAsync(streams, cancellationToken))
        {
            var streamsOf = await FindAsync([.. events.Select(e => e.Event.Id)], cancellationToken);
            if (events.All(e => streamsOf.GetValueOrDefault(e.Event.Id) == e.Stream.Value))
                return;

            if (streamsOf.Count > 0)
            {
                throw new ArgumentException(
                    $"{streamsOf.Count} of the {events.Count} events already exist in the store, from another "
                        + "append: this is not a retry.");
            }
        }

        parts.Wakeups.Raise();
    }

    // False if an id already exists, or if another writer has created a stream.
    private async Task<bool> TrySaveAsync(List<IGrouping<string, BulkEvent>> streams, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        using var writer = writers.Enter();
        await using var session = writer.Store.LightweightSession();
        try
        {
            await session.BeginTransactionAsync(cancellationToken);
            await LockAsync(session.Connection!, [.. streams.Select(s => s.Key)], cancellationToken);
        }
        catch (Exception e) when (MartenErrors.IsLostRace(e))
        {
            return false;
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw parts.Errors.Unavailable(e);
        }

        foreach (var stream in streams)
            session.Events.Append(stream.Key, stream.Select(e => StoredEvent.Wrap(e.Event)));

        try
        {
            await session.SaveChangesAsync(cancellationToken);
            return true;
        }
        catch (Exception e) when (MartenErrors.IsLostRace(e))
        {
            return false;
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw parts.Errors.AfterAppend(e);
        }
    }

    // A version conflict after positions were taken leaves a gap as long as the append, at which the daemon waits.
    private async Task LockAsync(NpgsqlConnection connection, string[] streams, CancellationToken cancellationToken)
    {
        await using var command = connection.CreateCommand();
        command.CommandText = parts.Database.Scripts.Get("104_lock_streams");
        command.Parameters.Add(new NpgsqlParameter { Value = streams });
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    private async Task<Dictionary<Guid, string>> FindAsync(Guid[] ids, CancellationToken cancellationToken)
    {
        var found = new Dictionary<Guid, string>();
        await foreach (var (id, stream) in parts.Database.Query("102_find_events", r => (r.GetGuid(0), r.GetString(1)), ids)
            .StreamAsync(cancellationToken))
        {
            found.Add(id, stream);
        }

        return found;
    }
}
