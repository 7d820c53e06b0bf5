namespace EventSourcingBench.LoadTests.Engine;

/// <summary>
/// Waits by the timers of a clock, to a millisecond. For clocks that are not the system's: only they know when their
/// time has come.
/// </summary>
internal sealed class TimerWaiter(TimeProvider time) : IWaiter
{
    public void WaitUntil(long timestamp, CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            var left = time.GetElapsedTime(time.GetTimestamp(), timestamp);
            if (left <= TimeSpan.Zero)
            {
                return;
            }

            // Delays count whole milliseconds and would otherwise come back early, again and again.
            using var passed = new ManualResetEventSlim();
            using var timer = time.CreateTimer(
                static state => ((ManualResetEventSlim)state!).Set(), passed, left, Timeout.InfiniteTimeSpan);
            // A clock that was set forward while the timer was made would not count for it.
            if (time.GetElapsedTime(time.GetTimestamp(), timestamp) > TimeSpan.Zero)
            {
                WaitHandle.WaitAny([passed.WaitHandle, cancellationToken.WaitHandle]);
            }
        }
    }
}
