using Marten.Linq.QueryHandlers;
using Npgsql;

namespace EventSourcingBench.Stores.Marten;

/// <summary>
/// How far positions are final: none is missing, or what is missing never comes. Marten takes positions from a sequence
/// and commits in another order; its own mark is found by its daemon, too late for who has just appended.
/// </summary>
/// <remarks>
/// Each append has its transaction id before it has a position. So when every transaction has ended that began before an
/// id which was taken after a position had been seen, what is missing before that position was rolled back.
/// </remarks>
internal sealed class SafeHead(NpgsqlDataSource pool, SqlScripts sql, TimeProvider time)
{
    /// <summary>The most positions that may be open before a reading sees to it that they are judged.</summary>
    private const int Tolerated = 256;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(1);

    private readonly string _lookSql = sql.Get("301_dcb_head");
    private readonly Lock _gate = new();
    private long _final;
    private Judgement? _judgement;

    /// <summary>A look to be taken in the same snapshot as the events.</summary>
    public IQueryHandler<HeadLook> Look() => new HeadLook.Handler(_lookSql, Interlocked.Read(ref _final));

    /// <summary>The position up to which nothing can appear that the look's snapshot had not in sight.</summary>
    public long Note(HeadLook look)
    {
        lock (_gate)
        {
            // What others have learnt since does not hold for an older snapshot.
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

    /// <summary>Sees to it, where much is open, that a later look finds it final.</summary>
    public ValueTask TidyAsync(HeadLook look, long head, CancellationToken cancellationToken) =>
        look.Last - head > Tolerated ? JudgeAsync(look, cancellationToken) : ValueTask.CompletedTask;

    /// <summary>Pauses before the next look, which may find more to be final.</summary>
    public async ValueTask WaitAsync(HeadLook look, CancellationToken cancellationToken)
    {
        await JudgeAsync(look, cancellationToken);
        await Task.Delay(Pause, time, cancellationToken);
    }

    private async ValueTask JudgeAsync(HeadLook look, CancellationToken cancellationToken)
    {
        if (_judgement is not null)
        {
            return;
        }

        await using var command = pool.CreateCommand(sql.Get("302_dcb_transaction"));
        var transaction = (long)(await command.ExecuteScalarAsync(cancellationToken))!;
        lock (_gate)
        {
            _judgement ??= new Judgement(transaction, look.Last);
        }
    }

    private sealed record Judgement(long Transaction, long UpTo);
}
