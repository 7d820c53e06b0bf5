using System.Runtime.CompilerServices;
using Marten;

namespace EventSourcingBench.Stores.Marten.Dcb;

/// <summary>Matching events page by page in the order of <c>seq_id</c>, never beyond Marten's high-water mark, then live.</summary>
internal sealed class DcbSubscription(
    DocumentStore store, HighWater highWater, MartenErrors errors, int batchSize, CancellationToken closing)
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromSeconds(1);

    public async IAsyncEnumerable<DcbRecordedEvent> FollowAsync(
        DcbQuery query, long after, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(query);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, closing);
        var risen = highWater.Listen();
        try
        {
            await TranslatedAsync(() => highWater.StartAsync(either.Token), cancellationToken);
            while (true)
            {
                var (from, mark) = (after, highWater.Mark);
                IReadOnlyList<DcbRecordedEvent> page = [];
                await TranslatedAsync(async () => page = await ReadAsync(query, from, mark, either.Token), cancellationToken);
                foreach (var found in page)
                {
                    yield return found;
                    after = found.Position;
                }

                if (page.Count < batchSize)
                {
                    after = Math.Max(after, mark);
                    await TranslatedAsync(() => risen.WaitAsync(PollInterval, either.Token), cancellationToken);
                }
            }
        }
        finally
        {
            highWater.Forget(risen);
        }
    }

    private async Task<IReadOnlyList<DcbRecordedEvent>> ReadAsync(
        DcbQuery query, long after, long upTo, CancellationToken cancellationToken)
    {
        if (upTo <= after)
        {
            return [];
        }

        await using var session = store.QuerySession();
        return await DcbReader.QueryAsync(session, query, after, upTo, batchSize, cancellationToken);
    }

    private async Task TranslatedAsync(Func<Task> step, CancellationToken callers)
    {
        try
        {
            await step();
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
}
