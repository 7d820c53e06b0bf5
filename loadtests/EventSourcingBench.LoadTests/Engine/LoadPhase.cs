namespace EventSourcingBench.LoadTests.Engine;

internal sealed class LoadPhase(
    LoadScenario scenario, LoadRecorder? recorder, TimeProvider time, RequestSequence sequence, TimeSpan duration)
{
    // A scenario that ends without ever waiting would keep a thread for itself, and all other copies, timers and samples waiting.
    private const int SynchronousRequestsInARow = 32;

    private volatile bool _cut;

    public TimeProvider Time => time;

    public LoadRecorder? Recorder => recorder;

    public TimeSpan Duration => duration;

    public long Start { get; } = time.GetTimestamp();

    public DateTimeOffset StartedAt { get; } = time.GetUtcNow();

    public long End => TimestampAt(duration);

    /// <summary>True when something that was planned was not sent because of a cancellation.</summary>
    public bool Cut => _cut;

    public long TimestampAt(TimeSpan sinceStart) => Start + (long)(sinceStart.TotalSeconds * time.TimestampFrequency);

    public void MarkCut() => _cut = true;

    /// <summary>Sends the requests that <paramref name="next"/> gives, one after the other.</summary>
    public async Task SendAllAsync(int worker, Func<int, ValueTask<long?>> next)
    {
        var synchronous = 0;
        while (await next(worker) is { } due)
        {
            var start = time.GetTimestamp();
            var call = scenario.RunAsync(new LoadCall(worker, sequence.Next(), due), CancellationToken.None);
            synchronous = call.IsCompleted ? synchronous + 1 : 0;
            var outcome = await call;
            recorder?.Record(worker, due, start, time.GetTimestamp(), outcome);
            if (synchronous >= SynchronousRequestsInARow)
            {
                synchronous = 0;
                await Task.Yield();
            }
        }
    }
}

/// <summary>Numbers the requests of a step, warm-up included, from 0. Safe for concurrent use.</summary>
internal sealed class RequestSequence
{
    private long _last = -1;

    public long Next() => Interlocked.Increment(ref _last);
}

internal static class Delays
{
    /// <summary>Waits; on cancellation it returns sooner, without an exception.</summary>
    public static async Task DelayAsync(this TimeProvider time, TimeSpan delay, CancellationToken cancellationToken)
    {
        if (delay > TimeSpan.Zero)
            await Task.Delay(delay, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }
}
