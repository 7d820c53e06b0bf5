namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>An opened store of a lie.</summary>
/// <param name="Rate">One in so many is wrong; 1 for a lie without a rate.</param>
/// <param name="Closed">Cancelled when the store is closed.</param>
internal sealed record LieContext(StoreContext Opened, HonestLog Log, IDcbEventStore Dcb, int Rate, CancellationToken Closed)
{
    private static readonly TimeSpan AppendTime = TimeSpan.FromMilliseconds(1);
    private long _counted;
    private int _underWay;

    public TimeProvider Time => Opened.Time;

    /// <summary>How many appends that take time are under way.</summary>
    public int UnderWay => Volatile.Read(ref _underWay);

    /// <summary>Makes an append take 1 ms first: in memory alone appends would hardly overlap or conflict.</summary>
    public async ValueTask<T> TakeTimeAsync<T>(Func<ValueTask<T>> append, CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref _underWay);
        try
        {
            await Task.Delay(AppendTime, Time, cancellationToken);
            return await append();
        }
        finally
        {
            Interlocked.Decrement(ref _underWay);
        }
    }

    /// <summary>Counts: true for one call in so many, the last of each group.</summary>
    public bool IsDue() => Interlocked.Increment(ref _counted) % Rate == 0;
}
