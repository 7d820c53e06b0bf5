namespace EventSourcingBench.Stores.Marten.Appending;

/// <summary>Bulk appends: one session, one <c>SaveChangesAsync</c>, one transaction over all streams. Marten's own bulk insert is for an
/// empty store: it starts streams at version 1 and moves the daemon's mark past events that other writers have not committed.</summary>
internal sealed class BulkAppender(WriterStores writers, MartenParts parts) : IBulkWriter
{
    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireDistinct(events);

        // All writers use the same order, which prevents deadlocks.
        var streams = events.GroupBy(e => e.Stream.Value, StringComparer.Ordinal).OrderBy(g => g.Key, StringComparer.Ordinal).ToList();
        while (!await TrySaveAsync(streams, cancellationToken))
        {
            if (await FoundEvent.IsRetryAsync(parts.Database, events, cancellationToken))
                return;
        }

        parts.Wakeups.Raise();
    }

    // False if an id already exists, or if another writer has created a stream.
    private async Task<bool> TrySaveAsync(List<IGrouping<string, BulkEvent>> streams, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        using var writer = writers.Enter();
        await using var session = writer.Store.LightweightSession();
        var isSent = false;
        try
        {
            // A version conflict after positions were taken leaves a gap as long as the append, at which the daemon waits.
            await session.BeginTransactionAsync(cancellationToken);

            // Not executed by the session, which would retry a deadlock in the aborted transaction.
            await using var locking = new NpgsqlCommand(parts.Database.Scripts.Get("102_lock_streams"), session.Connection!);
            locking.Parameters.AddWithValue(streams.Select(s => s.Key).ToArray());
            await locking.ExecuteNonQueryAsync(cancellationToken);
            streams.ForEach(s => session.Events.Append(s.Key, s.Select(e => StoredEvent.Wrap(e.Event))));
            isSent = true;
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
            throw isSent ? parts.Errors.AfterAppend(e) : parts.Errors.Unavailable(e);
        }
    }
}
