namespace EventSourcingBench.Stores.PostgreSql.Bulk;

/// <summary>Appends many events by COPY. Few events use the append to several streams, and share a commit with other appends.</summary>
internal sealed class BulkWriter(PostgresDatabase database, IMultiStreamWriter few, Action committed) : IBulkWriter, IAsyncDisposable
{
    private const int Few = 100;
    private const int LookedUpAtOnce = 10_000;

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
            await few.AppendAsync([.. streams.Select(s => new StreamAppend(s.Id, s.Expected, s.Events))], cancellationToken);
            return;
        }

        await _turn.WaitAsync(cancellationToken);

        // A started append is completed, even if its caller stops waiting.
        await CopyInTurnAsync(streams, events.Count).WaitAsync(cancellationToken);
    }

    /// <summary>Waits for the append in progress.</summary>
    public async ValueTask DisposeAsync()
    {
        await _turn.WaitAsync();
        _closed = true;
        await _copy.DisposeAsync();
        _turn.Release();
    }

    private async Task CopyInTurnAsync(List<AppendPart> streams, int count)
    {
        try
        {
            if (_closed)
                throw StoreClosing.Error();

            // Another round is needed only if a concurrent retry of another caller inserted one of the events.
            while (!await _copy.TryAsync(streams))
            {
                if (await IsRetryAsync(streams, count))
                    return;

                if (await _copy.TryAloneAsync(streams))
                    break;
            }

            committed();
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <exception cref="ArgumentException">Only some of the events exist, or they are in other streams.</exception>
    private async Task<bool> IsRetryAsync(List<AppendPart> streams, int count)
    {
        var found = 0;
        foreach (var some in streams.SelectMany(s => s.Events, (s, e) => (e.Id, s.Stream)).Chunk(LookedUpAtOnce))
        {
            var expected = some.ToDictionary(e => e.Id, e => e.Stream);
            await foreach (var (id, stream) in database.Query(
                "104_find_events", r => (r.GetGuid(0), r.GetString(1)), expected.Keys.ToArray()))
            {
                found++;
                if (expected[id] != stream)
                {
                    throw new ArgumentException($"The event {id} already exists in the store, in stream '{stream}'. A retry must "
                        + "repeat the same append; another append needs new ids.");
                }
            }
        }

        if (found > 0 && found < count)
        {
            throw new ArgumentException($"{found} of the {count} events already exist in the store. A retry must repeat the same append; "
                + "another append needs new ids.");
        }

        return found > 0;
    }
}
