using Marten.Services.BatchQuerying;

namespace EventSourcingBench.Stores.Marten.Dcb;

/// <summary>The position up to which the log is final: no event is missing, or the missing ones will never appear. Marten takes positions
/// from a sequence and commits in another order. The mark of its daemon lags too much for callers that have just appended.</summary>
/// <remarks>Each append gets its transaction id before its position. Take an id after a position was seen. Once all transactions before
/// that id have ended, the positions still missing before the seen one were rolled back.</remarks>
internal sealed class SafeHead(PostgresDatabase database, TimeProvider time)
{
    /// <summary>The maximum number of open positions before a read has them checked.</summary>
    private const int Tolerated = 256;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(1);

    private readonly string _lookSql = database.Scripts.Get("301_dcb_head");
    private readonly Lock _gate = new();
    private long _final;
    private Judgement? _judgement;

    /// <summary>Runs as part of one of Marten's batched queries, in its snapshot.</summary>
    public async Task<HeadLook> LookAsync(IBatchedQuery batch)
    {
        var final = Interlocked.Read(ref _final);
        var found = await batch.Query<string>(_lookSql, final, final);
        var look = JsonSerializer.Deserialize<HeadLook>(found[0])!;
        return look with { Final = final, Last = Math.Max(final, look.Last) };
    }

    /// <summary>The position up to which no event can appear that the snapshot did not contain.</summary>
    public long Note(HeadLook look)
    {
        lock (_gate)
        {
            // Later results of other reads do not apply to an older snapshot.
            var final = look.Final;
            if (_judgement is { } judgement && look.OldestRunning > judgement.Transaction)
            {
                final = Math.Max(final, judgement.UpTo);
                _judgement = null;
            }

            var gap = Array.Find(look.Gaps, first => first > final);
            var head = gap == 0 ? Math.Max(final, look.Last) : gap - 1;
            _final = Math.Max(_final, head);
            return head;
        }
    }

    /// <summary>If many positions are open, records them so that a later read finds them final.</summary>
    public ValueTask TidyAsync(HeadLook look, long head, CancellationToken cancellationToken) =>
        look.Last - head > Tolerated ? JudgeAsync(look, cancellationToken) : ValueTask.CompletedTask;

    public async ValueTask WaitAsync(HeadLook look, CancellationToken cancellationToken)
    {
        await JudgeAsync(look, cancellationToken);
        await Task.Delay(Pause, time, cancellationToken);
    }

    private async ValueTask JudgeAsync(HeadLook look, CancellationToken cancellationToken)
    {
        if (_judgement is not null)
            return;

        var transaction = await database.Query("302_dcb_transaction", r => r.GetInt64(0)).FirstOrDefaultAsync(cancellationToken);
        Interlocked.CompareExchange(ref _judgement, new Judgement(transaction, look.Last), null);
    }

    private sealed record Judgement(long Transaction, long UpTo);
}

/// <summary>The state of the positions after a final one, in one snapshot.</summary>
/// <param name="Final">Up to this position no event was missing before.</param>
/// <param name="OldestRunning">Transactions before this one have ended.</param>
/// <param name="Gaps">The first position of each gap.</param>
internal sealed record HeadLook(long Final, long Last, long OldestRunning, long[] Gaps);
