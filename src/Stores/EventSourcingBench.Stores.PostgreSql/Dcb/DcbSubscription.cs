using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>
/// Matching events page by page, then live. Positions are committed in order, so no event appears at or before a position, or a
/// head, that was read.
/// </summary>
internal sealed class DcbSubscription(
    DcbReader reader, Action listen, CommitSignal committed, TimeSpan pollInterval, TimeProvider time, CancellationToken closing)
{
    private const int Page = 1_000;

    public async IAsyncEnumerable<DcbRecordedEvent> FollowAsync(
        DcbQuery query, long after, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        // Only a live subscription needs notifications from other processes.
        listen();
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, closing);
        while (true)
        {
            // Taken before the query: a commit in between is either seen by the query or ends the wait at once.
            var seen = committed.Seen;
            var read = await UntilClosedAsync(reader.ReadAsync(query, after, Page, either.Token), cancellationToken);
            foreach (var found in read.Events)
            {
                yield return found;
                after = found.Position;
            }

            if (read.Events.Count < Page)
            {
                after = Math.Max(after, read.Head);
                await UntilClosedAsync(committed.WaitAsync(seen, pollInterval, time, either.Token), cancellationToken);
            }
        }
    }

    private async ValueTask<T> UntilClosedAsync<T>(ValueTask<T> step, CancellationToken callers)
    {
        try
        {
            return await step;
        }
        catch (OperationCanceledException) when (closing.IsCancellationRequested && !callers.IsCancellationRequested)
        {
            throw PostgresErrors.StoreClosed();
        }
    }
}
