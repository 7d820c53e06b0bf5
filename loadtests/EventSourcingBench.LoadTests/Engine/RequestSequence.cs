namespace EventSourcingBench.LoadTests.Engine;

/// <summary>Numbers the requests of a step, warm-up included, from 0. Safe for concurrent use.</summary>
internal sealed class RequestSequence
{
    private long _last = -1;

    public long Next() => Interlocked.Increment(ref _last);
}
