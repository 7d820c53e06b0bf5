namespace EventSourcingBench.LoadTests.Targets;

internal static class StartBarrier
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(500);

    /// <summary>Tries until it succeeds, or fails otherwise than by an error of the network, or the time is over.</summary>
    public static async Task<T> WaitAsync<T>(Func<Task<T>> attempt, TimeSpan limit, TimeProvider time, CancellationToken cancellationToken)
    {
        for (var start = time.GetTimestamp(); ; await Task.Delay(Pause, time, cancellationToken))
        {
            try
            {
                return await attempt();
            }
            catch (Exception e) when (HttpOutcomes.IsOfNetwork(e.InnerException) && time.GetElapsedTime(start) + Pause < limit)
            {
                // It may be about to start.
            }
        }
    }
}
