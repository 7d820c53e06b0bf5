namespace EventSourcingBench.Stores.PostgreSql.Bulk;

/// <summary>Appends many events by COPY. Few events use the append to several streams, and share a commit with other appends.</summary>
internal sealed class BulkWriter(
    PostgresDatabase database, IMultiStreamWriter few, Action committed) : IBulkWriter, IAsyncDisposable
{
    private const int Few = 100;
    private const int LookedUpAtOnce = 10_000;

    private readonly CopyConnection _copy = new(database);
    private readonly SemaphoreSlim _turn = new(1, 1);
    private bool _closed;

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(events);
        var append = new BulkAppend(events);
        if (append.EventCount <= Few)
        {
            await few.AppendAsync(
                [.. append.Streams.Select(s => new StreamAppend(new StreamId(s.Name), ExpectedVersion.Any, s.Events))], cancellationToken);
            return;
        }

        await _turn.WaitAsync(cancellationToken);

        // A started append is completed, even if its caller stops waiting.
        await CopyInTurnAsync(append).WaitAsync(cancellationToken);
    }

    /// <summary>Waits for the append in progress.</summary>
    public async ValueTask DisposeAsync()
    {
        await _turn.WaitAsync();
        _closed = true;
        await _copy.DisposeAsync();
        _turn.Release();
    }

    private async Task CopyInTurnAsync(BulkAppend append)
    {
        try
        {
            if (_closed)
                throw PostgresErrors.StoreClosed();

            await CopyAsync(append);
        }
        finally
        {
            _turn.Release();
        }
    }

    private async Task CopyAsync(BulkAppend append)
    {
        // Another round is needed only if a concurrent retry of another caller inserted one of the events.
        while (!await _copy.TryAsync(append))
        {
            if (await IsRetryAsync(append))
                return;

            if (await _copy.TryAloneAsync(append))
                break;
        }

        committed();
    }

    /// <summary>True if all events are stored by the same append.</summary>
    /// <exception cref="ArgumentException">Only some exist, or they are in other streams.</exception>
    private async Task<bool> IsRetryAsync(BulkAppend append)
    {
        var found = 0;
        foreach (var some in append.Streams.SelectMany(s => s.Events, (s, e) => (e.Id, s.Name)).Chunk(LookedUpAtOnce))
        {
            var streams = some.ToDictionary(e => e.Id, e => e.Name);
            await foreach (var (id, stream) in database.Query(
                "104_find_events", r => (r.GetGuid(0), r.GetString(1)), streams.Keys.ToArray()).StreamAsync(CancellationToken.None))
            {
                found++;
                if (streams[id] != stream)
                {
                    throw new ArgumentException($"The event {id} already exists in the store, in stream '{stream}'. A retry must "
                        + "repeat the same append; another append needs new ids.");
                }
            }
        }

        return found == append.EventCount
            || (found == 0 ? false : throw new ArgumentException($"{found} of the {append.EventCount} events already exist in "
                + "the store. A retry must repeat the same append; another append needs new ids."));
    }
}
