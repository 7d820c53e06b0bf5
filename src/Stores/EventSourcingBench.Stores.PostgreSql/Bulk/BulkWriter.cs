using EventSourcingBench.Abstractions;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>
/// Pours events in by COPY. Few events go the way of appends to several streams, so that they share a commit with what
/// waits beside them.
/// </summary>
internal sealed class BulkWriter(
    NpgsqlDataSource pool, SqlScripts scripts, PostgresErrors errors, IMultiStreamWriter few, Action committed) : IBulkWriter, IAsyncDisposable
{
    private const int Few = 100;
    private const int LookedUpAtOnce = 10_000;

    private readonly CopyConnection _copy = new(pool, scripts, errors);
    private readonly SemaphoreSlim _turn = new(1, 1);
    private bool _closed;

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(events);
        var append = new BulkAppend(events);
        if (append.EventCount <= Few)
        {
            await few.AppendAsync([.. Parts(append)], cancellationToken);
            return;
        }

        await _turn.WaitAsync(cancellationToken);

        // What was begun is brought to its end, whoever goes on waiting for it.
        await CopyInTurnAsync(append).WaitAsync(cancellationToken);
    }

    /// <summary>Lets the append in hand end.</summary>
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
            {
                throw PostgresErrors.StoreClosed();
            }

            await CopyAsync(append);
        }
        finally
        {
            _turn.Release();
        }
    }

    private async Task CopyAsync(BulkAppend append)
    {
        // One more round only if one of the events came in between, by a retry of another caller.
        while (!await _copy.TryAsync(append))
        {
            if (await IsRetryAsync(append))
            {
                return;
            }

            if (await _copy.TryAloneAsync(append))
            {
                break;
            }
        }

        committed();
    }

    /// <summary>True when all events are in the store by the same append.</summary>
    /// <exception cref="ArgumentException">Some are, or in other streams.</exception>
    private async Task<bool> IsRetryAsync(BulkAppend append)
    {
        var found = 0;
        for (var start = 0; start < append.EventCount; start += LookedUpAtOnce)
        {
            var streams = new Dictionary<Guid, string>();
            for (var i = start; i < Math.Min(start + LookedUpAtOnce, append.EventCount); i++)
            {
                streams.Add(append[i].Event.Id, append[i].Stream.Value);
            }

            var query = new PooledQuery<(Guid Id, string Stream)>(
                pool, errors, scripts.Get("104_find_events"), r => (r.GetGuid(0), r.GetString(1)), [streams.Keys.ToArray()]);
            await foreach (var (id, stream) in query.StreamAsync(CancellationToken.None))
            {
                found++;
                if (streams[id] != stream)
                {
                    throw NoRetry(id, stream);
                }
            }
        }

        return found == append.EventCount
            || (found == 0 ? false : throw new ArgumentException($"{found} of the {append.EventCount} events are in the store already. A retry repeats its append; another append needs new ids."));
    }

    private static ArgumentException NoRetry(Guid id, string stream) => new(
        $"The event {id} is in the store already, in stream '{stream}'. A retry repeats its append; another append needs new ids.");

    private static IEnumerable<StreamAppend> Parts(BulkAppend append)
    {
        var place = 0;
        for (var i = 0; i < append.Streams.Length; i++)
        {
            var events = new EventData[append.Counts[i]];
            for (var n = 0; n < events.Length; n++)
            {
                events[n] = append[place++].Event;
            }

            yield return new StreamAppend(new StreamId(append.Streams[i]), ExpectedVersion.Any, events);
        }
    }
}
