namespace EventSourcingBench.LoadTests.Engine;

/// <summary>The open model: a thread releases each request when it is due. A wait for a free worker is part of the response time.</summary>
internal sealed class OpenLoad(LoadPhase phase, ArrivalSchedule schedule, Action<long, CancellationToken> waitUntil) : IDisposable
{
    /// <summary>How the error of a request begins that was due, and for which no worker was free.</summary>
    public const string NotSent = "not sent: ";

    private const string GaveUp = NotSent
        + "at the planned end so many requests waited that the store did not catch up in the step's time again";

    private const string Ended = NotSent + "the step was ended while the request waited for a busy store";

    private readonly SemaphoreSlim _released = new(0);
    private long _claimed = -1;
    private long _limit = long.MaxValue;

    /// <summary>Returns when all that was due is answered. Late requests are sent for the duration again; the rest are errors.</summary>
    public async Task RunAsync(int workers, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var token = stop.Token;
        var giveUp = phase.TimestampAt(phase.Duration * 2);
        var pacer = Task.Factory.StartNew(
            () => Release(workers, token), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        var sending = Enumerable.Range(0, workers).Select(worker => Task.Run(
            () => phase.SendAllAsync(worker, w => NextAsync(w, giveUp, token), stop), CancellationToken.None));
        await Task.WhenAll([pacer, .. sending]);
    }

    public void Dispose() => _released.Dispose();

    private void Release(int workers, CancellationToken token)
    {
        var next = 0L;
        try
        {
            for (; next < schedule.Count; next++)
            {
                waitUntil(phase.TimestampAt(schedule.DueAt(next)), token);
                if (token.IsCancellationRequested)
                    break;

                _released.Release();
            }

            waitUntil(phase.End, token);
            if (phase.Time.GetTimestamp() < phase.End)
                phase.Cut = true;
        }
        finally
        {
            // Every worker gets one more release, finds no request behind it, and ends.
            Volatile.Write(ref _limit, next);
            _released.Release(workers);
        }
    }

    private async ValueTask<long?> NextAsync(int worker, long giveUp, CancellationToken token)
    {
        while (true)
        {
            await _released.WaitAsync(CancellationToken.None);
            var index = Interlocked.Increment(ref _claimed);
            if (index >= Volatile.Read(ref _limit))
                return null;

            var due = phase.TimestampAt(schedule.DueAt(index));
            var now = phase.Time.GetTimestamp();
            if (!token.IsCancellationRequested && now <= giveUp)
                return due;

            if (token.IsCancellationRequested)
                phase.Cut = true;

            phase.Recorder?.Record(worker, due, now, now, Outcome.Error);
            phase.Recorder?.RecordError(token.IsCancellationRequested ? Ended : GaveUp);
        }
    }
}
