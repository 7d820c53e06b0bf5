using System.Runtime.CompilerServices;
using Marten;
using Npgsql;

namespace EventSourcingBench.Stores.Marten.Reading;

/// <summary>All events after a checkpoint in the order of <c>seq_id</c>, never beyond Marten's high-water mark, then live.</summary>
internal sealed class MartenSubscription(
    DocumentStore store, NpgsqlDataSource pool, SqlScripts sql, HighWater highWater, MartenErrors errors, int batchSize, CancellationToken closing)
    : ICatchUpSubscription
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromSeconds(1);

    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var place = PositionCheckpoint.Parse(after);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, closing);
        var risen = highWater.Listen();
        try
        {
            var reportedCaughtUp = false;
            await TranslatedAsync(StartAsync, cancellationToken);
            while (true)
            {
                var from = place;
                var page = await TranslatedAsync(() => LookAsync(from, either.Token), cancellationToken);
                place = page.End;
                if (page.Events.Count > 0 || (page.CaughtUp && !reportedCaughtUp))
                {
                    reportedCaughtUp = page.CaughtUp;
                    yield return new EventBatch(page.Events, PositionCheckpoint.At(place), page.CaughtUp);
                }

                if (!page.Full)
                {
                    await TranslatedAsync(() => WaitAsync(risen, either.Token), cancellationToken);
                }
            }
        }
        finally
        {
            highWater.Forget(risen);
        }

        async Task<bool> StartAsync()
        {
            await highWater.StartAsync(either.Token);
            return true;
        }
    }

    private static async Task<bool> WaitAsync(Pulse risen, CancellationToken cancellationToken)
    {
        await risen.WaitAsync(PollInterval, cancellationToken);
        return true;
    }

    private async Task<Page> LookAsync(long after, CancellationToken cancellationToken)
    {
        var mark = highWater.Mark;
        IReadOnlyList<RecordedEvent> events = mark > after ? await ReadAsync(after, mark, cancellationToken) : [];
        if (events.Count == batchSize)
        {
            return new Page(events, events[^1].Position!.Value, Full: true, CaughtUp: false);
        }

        await using var command = pool.CreateCommand(sql.Get("103_head"));
        var head = (long)(await command.ExecuteScalarAsync(cancellationToken))!;
        return new Page(events, Math.Max(after, mark), Full: false, CaughtUp: head <= Math.Max(after, mark));
    }

    private async Task<IReadOnlyList<RecordedEvent>> ReadAsync(long after, long upTo, CancellationToken cancellationToken)
    {
        await using var session = store.QuerySession();
        var events = await session.Events.QueryAllRawEvents()
            .Where(e => e.Sequence > after && e.Sequence <= upTo && e.EventTypeName == DocumentStores.EventType)
            .OrderBy(e => e.Sequence)
            .Take(batchSize)
            .ToListAsync(cancellationToken);
        return [.. events.Select(RecordedEvents.From)];
    }

    private async Task<T> TranslatedAsync<T>(Func<Task<T>> step, CancellationToken callers)
    {
        try
        {
            return await step();
        }
        catch (OperationCanceledException) when (closing.IsCancellationRequested && !callers.IsCancellationRequested)
        {
            throw PostgresErrors.StoreClosed();
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            callers.ThrowIfCancellationRequested();
            throw errors.Unavailable(e);
        }
    }

    private sealed record Page(IReadOnlyList<RecordedEvent> Events, long End, bool Full, bool CaughtUp);
}
