namespace EventSourcingBench.Measurement.Machines;

/// <summary>Blocks a thread that paces something until the next is due by the system's clock. .NET's own waits count whole
/// milliseconds: they serve for the greater part, and for the rest the thread naps by the operating system's own call (0.1 ms late at most
/// times, no processor busy) or, where there is none, gives up its turn until the time has come.</summary>
public static class SystemWaiter
{
    // What a wait for n milliseconds may take longer: the period of Windows' timer, and little elsewhere.
    private static readonly TimeSpan CoarseError = TimeSpan.FromMilliseconds(OperatingSystem.IsWindows() ? 16 : 1);
    private static readonly bool CanNap = !OperatingSystem.IsWindows();

    /// <summary>Returns at the timestamp, or sooner when cancelled.</summary>
    public static void WaitUntil(long timestamp, CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            var left = TimeProvider.System.GetElapsedTime(TimeProvider.System.GetTimestamp(), timestamp);
            if (left <= TimeSpan.Zero)
                return;

            var coarse = left - CoarseError;
            if (coarse >= TimeSpan.FromMilliseconds(1))
            {
                cancellationToken.WaitHandle.WaitOne(TimeSpan.FromMilliseconds(Math.Floor(coarse.TotalMilliseconds)));
            }
            else if (CanNap)
            {
                // A nap that a signal cut short is taken up by the loop.
                _ = NanoSleep(new Timespec(Seconds: 0, (nint)(left.Ticks * TimeSpan.NanosecondsPerTick)), IntPtr.Zero);
            }
            else
            {
                Thread.Yield();
            }
        }
    }

    [DllImport("libc", EntryPoint = "nanosleep")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int NanoSleep(in Timespec duration, IntPtr remaining);

    private readonly record struct Timespec(nint Seconds, nint Nanoseconds);
}
