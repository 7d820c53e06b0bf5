using System.Diagnostics;
using System.Threading.Channels;

namespace EventSourcingBench.Stores.Memory;

/// <summary>One delay for many callers, precise to some tens of microseconds. .NET timers count whole milliseconds and round up. All
/// delays are equal, so deadlines are in the order of calls: one thread with a queue sleeps until the next one.</summary>
internal sealed partial class PreciseDelay : IDisposable
{
    // Sleeps end late by the kernel's timer slack (50 us) and a little more. The thread spins for this time.
    private static readonly long AwakeTicks = Stopwatch.Frequency * 90 / 1_000_000;

    // A long sleep is divided, so that closing the store does not wait for it.
    private static readonly long LongestSleepTicks = Stopwatch.Frequency / 20;

    private readonly Channel<(long Deadline, TaskCompletionSource Waiting)> _queue =
        Channel.CreateUnbounded<(long Deadline, TaskCompletionSource Waiting)>();

    private readonly long _ticks;
    private volatile bool _closed;

    public PreciseDelay(TimeSpan delay)
    {
        _ticks = (long)(delay.TotalSeconds * Stopwatch.Frequency);
        new Thread(Run) { IsBackground = true, Name = "memory.delay" }.Start();
    }

    /// <summary>Waits for the delay, less what has passed of it.</summary>
    /// <exception cref="StoreUnavailableException">The store was closed meanwhile.</exception>
    public Task WaitAsync(CancellationToken cancellationToken, TimeSpan passed = default)
    {
        var left = _ticks - (long)(passed.TotalSeconds * Stopwatch.Frequency);
        // It would wait behind the others.
        if (left <= 0 && !_closed)
            return Task.CompletedTask;

        var waiting = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        // Under a lock, so that the queue is in the order of the deadlines, but for those of which a part has passed.
        lock (_queue)
        {
            if (!_queue.Writer.TryWrite((Stopwatch.GetTimestamp() + left, waiting)))
                throw StoreClosing.Error();
        }

        return waiting.Task.WaitAsync(cancellationToken);
    }

    public void Dispose()
    {
        _closed = true;
        _queue.Writer.TryComplete();
    }

    private void Run()
    {
        foreach (var (deadline, waiting) in _queue.Reader.ReadAllAsync().ToBlockingEnumerable())
        {
            SleepUntil(deadline);
            if (_closed)
                waiting.SetException(StoreClosing.Error());
            else
                waiting.SetResult();
        }
    }

    private void SleepUntil(long deadline)
    {
        for (var left = deadline - Stopwatch.GetTimestamp(); left > 0 && !_closed; left = deadline - Stopwatch.GetTimestamp())
        {
            if (left > AwakeTicks && !OperatingSystem.IsWindows())
            {
                var nanoseconds = Math.Min(left - AwakeTicks, LongestSleepTicks) * (1_000_000_000 / Stopwatch.Frequency);
                // An interrupted sleep is not a failure: the loop checks the clock again.
                _ = NanoSleep(new TimeSpec { Nanoseconds = (nint)nanoseconds }, 0);
            }
            else
            {
                Thread.Yield();
            }
        }
    }

    [LibraryImport("libc", EntryPoint = "nanosleep")]
    private static partial int NanoSleep(in TimeSpec requested, nint remaining);

    [StructLayout(LayoutKind.Sequential)]
    private struct TimeSpec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}
