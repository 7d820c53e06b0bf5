namespace EventSourcingBench.LoadTests;

/// <summary>Waits for a projection to have saved so many rows, for as long as it goes on saving.</summary>
/// <param name="read">How many rows there are.</param>
/// <param name="stall">A projection that saves nothing for so long has come to a halt.</param>
/// <param name="time">The clock.</param>
internal sealed class RowsWait(Func<Task<long>> read, TimeSpan stall, TimeProvider time)
{
    /// <summary>How long it waits between two looks.</summary>
    public static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(5);

    /// <summary>Returns when there are as many rows, or more.</summary>
    /// <exception cref="StoreFailureException">It has come to a halt before.</exception>
    public async Task ForAsync(long target, CancellationToken cancellationToken)
    {
        if (!await CatchUp.ReachesAsync(read, () => target, stall, Poll, time, cancellationToken))
        {
            throw new StoreFailureException($"The projection has saved nothing for {stall.TotalSeconds:0} s, with events waiting.");
        }
    }
}
