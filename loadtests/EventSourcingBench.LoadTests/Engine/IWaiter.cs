namespace EventSourcingBench.LoadTests.Engine;

/// <summary>Blocks the thread that paces the open model until a request is due.</summary>
internal interface IWaiter
{
    /// <summary>Returns at the timestamp, or sooner when cancelled.</summary>
    void WaitUntil(long timestamp, CancellationToken cancellationToken);
}
