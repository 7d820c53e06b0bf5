namespace EventSourcingBench.LoadTests.Targets;

internal static class StalledReading
{
    /// <summary>Reads on, until nothing comes for the limit. The reader of the items may take its time.</summary>
    /// <exception cref="TimeoutException">Nothing came; it has the message.</exception>
    public static async IAsyncEnumerable<T> LimitAsync<T>(
        Func<CancellationToken, IAsyncEnumerable<T>> read, TimeSpan limit, string message, TimeProvider time,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var stalled = new CancellationTokenSource(limit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(stalled.Token, cancellationToken);
        await using var items = read(either.Token).GetAsyncEnumerator(CancellationToken.None);
        while (await NextAsync())
        {
            stalled.CancelAfter(Timeout.InfiniteTimeSpan);
            yield return items.Current;
            stalled.CancelAfter(limit);
        }

        async Task<bool> NextAsync()
        {
            try
            {
                return await items.MoveNextAsync();
            }
            catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
            {
                throw new TimeoutException(message, e);
            }
        }
    }
}
