namespace EventSourcingBench.LoadTests.Engine;

/// <summary>What the closed and the open model need of a phase: the warm-up, or the measured time.</summary>
internal sealed class LoadPhase(
    LoadScenario scenario, LoadRecorder? recorder, TimeProvider time, RequestSequence sequence, TimeSpan duration)
{
    // A scenario that ends without ever waiting would keep a thread for itself, and with it all other copies,
    // timers and samples waiting.
    private const int SynchronousRequestsInARow = 32;

    private volatile bool _cut;

    public TimeProvider Time => time;

    public LoadRecorder? Recorder => recorder;

    public TimeSpan Duration => duration;

    /// <summary>The timestamp at which the phase began.</summary>
    public long Start { get; } = time.GetTimestamp();

    /// <summary>UTC.</summary>
    public DateTimeOffset StartedAt { get; } = time.GetUtcNow();

    /// <summary>The timestamp of the planned end.</summary>
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
