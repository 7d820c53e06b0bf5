namespace EventSourcingBench.LoadTests.Engine;

/// <summary>The warm-up or the measured time of a step. Their requests are numbered together; before the first the number is -1.</summary>
internal sealed class LoadPhase(
    LoadScenario scenario, LoadRecorder? recorder, TimeProvider time, StrongBox<long> lastNumber, TimeSpan duration)
{
    // A scenario that ends without ever waiting would keep a thread for itself, and all other copies, timers and samples waiting.
    private const int SynchronousRequestsInARow = 32;

    public TimeProvider Time => time;

    public LoadRecorder? Recorder => recorder;

    public TimeSpan Duration => duration;

    public long Start { get; } = time.GetTimestamp();

    public DateTimeOffset StartedAt { get; } = time.GetUtcNow();

    public long End => TimestampAt(duration);

    /// <summary>True when something that was planned was not sent because of a cancellation. To be asked when the load has ended.</summary>
    public bool Cut { get; set; }

    public long TimestampAt(TimeSpan sinceStart) => Start + (long)(sinceStart.TotalSeconds * time.TimestampFrequency);

    /// <summary>Sends the requests that <paramref name="next"/> gives, one after the other. An exception of the scenario is a defect: it
    /// stops the other workers, and is thrown when they have stopped.</summary>
    public async Task SendAllAsync(int worker, Func<int, ValueTask<long?>> next, CancellationTokenSource stop)
    {
        try
        {
            var synchronous = 0;
            while (await next(worker) is { } due)
            {
                var (start, number) = (time.GetTimestamp(), Interlocked.Increment(ref lastNumber.Value));
                var call = scenario.RunAsync(new LoadCall(worker, number, due), CancellationToken.None);
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
        catch
        {
            await stop.CancelAsync();
            throw;
        }
    }
}

internal static class Delays
{
    /// <summary>Acts at every interval; on cancellation it returns without an exception.</summary>
    public static async Task EveryAsync(this TimeProvider time, TimeSpan interval, Func<Task> act, CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(interval, time);
        try
        {
            while (await timer.WaitForNextTickAsync(cancellationToken))
                await act();
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // What was to be seen is over.
        }
    }

    /// <inheritdoc cref="EveryAsync(TimeProvider, TimeSpan, Func{Task}, CancellationToken)" />
    public static Task EveryAsync(this TimeProvider time, TimeSpan interval, Action act, CancellationToken cancellationToken) =>
        time.EveryAsync(interval, () => { act(); return Task.CompletedTask; }, cancellationToken);

    /// <summary>Waits; on cancellation it returns sooner, without an exception.</summary>
    public static async Task DelayAsync(this TimeProvider time, TimeSpan delay, CancellationToken cancellationToken)
    {
        if (delay > TimeSpan.Zero)
            await Task.Delay(delay, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }
}
