namespace EventSourcingBench.LoadTests.Engine;

/// <summary>Waiting by an engine's clock.</summary>
internal static class Delays
{
    /// <summary>Waits; on cancellation it returns sooner, without an exception.</summary>
    public static async Task DelayAsync(this TimeProvider time, TimeSpan delay, CancellationToken cancellationToken)
    {
        if (delay > TimeSpan.Zero)
        {
            await Task.Delay(delay, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
