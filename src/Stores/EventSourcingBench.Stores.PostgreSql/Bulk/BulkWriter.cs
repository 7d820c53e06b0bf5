namespace EventSourcingBench.Stores.PostgreSql.Bulk;

/// <summary>Appends many events by COPY. Few events use the append to several streams, and share a commit with other appends.</summary>
internal sealed class BulkWriter(PostgresDatabase database, IMultiStreamWriter few, Action committed) : IBulkWriter, IAsyncDisposable
{
    private const int Few = 100;

    private readonly CopyConnection _copy = new(database);
    private readonly SemaphoreSlim _turn = new(1, 1);
    private bool _closed;

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireDistinct(events);

        // All writers insert in the order of the streams' names, which prevents deadlocks.
        var streams = events.GroupBy(e => e.Stream, e => e.Event).Select(s => new AppendPart(s.Key, ExpectedVersion.Any, [.. s]))
            .OrderBy(s => s.Stream, StringComparer.Ordinal).ToList();
        if (events.Count <= Few)
        {
            await AppendFewAsync(streams, events, cancellationToken);
            return;
        }

        await _turn.WaitAsync(cancellationToken);

        // A started append is completed, even if its caller stops waiting.
        await CopyInTurnAsync(streams, events).WaitAsync(cancellationToken);
    }

    /// <summary>Waits for the append in progress.</summary>
    public async ValueTask DisposeAsync()
    {
        await _turn.WaitAsync();
        _closed = true;
        await _copy.DisposeAsync();
        _turn.Release();
    }

    private async Task AppendFewAsync(List<AppendPart> streams, IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken)
    {
        try
        {
            await few.AppendAsync([.. streams.Select(s => new StreamAppend(s.Id, s.Expected, s.Events))], cancellationToken);
        }
        catch (ArgumentException)
        {
            // Of a bulk append the events may stand apart in their streams.
            if (!await FoundEvent.IsRetryAsync(database, "104_find_events", events, cancellationToken))
                throw;
        }
    }

    private async Task CopyInTurnAsync(List<AppendPart> streams, IReadOnlyList<BulkEvent> events)
    {
        try
        {
            if (_closed)
                throw StoreClosing.Error();

            // Another round is needed only if a concurrent retry of another caller inserted one of the events.
            while (!await _copy.TryAsync(streams, alone: false))
            {
                if (await FoundEvent.IsRetryAsync(database, "104_find_events", events, CancellationToken.None))
                    return;

                if (await _copy.TryAsync(streams, alone: true))
                    break;
            }

            committed();
        }
        finally
        {
            _turn.Release();
        }
    }
}
