namespace EventSourcingBench.LoadTests.Engine;

/// <summary>Blocks the thread that paces the open model until a request is due.</summary>
internal interface IWaiter
{
    /// <summary>Returns at the timestamp, or sooner when cancelled.</summary>
    /// <param name="timestamp">Of the engine's clock; returns at once when it has passed.</param>
    /// <param name="cancellationToken">Ends the wait without an exception.</param>
    void WaitUntil(long timestamp, CancellationToken cancellationToken);
}
