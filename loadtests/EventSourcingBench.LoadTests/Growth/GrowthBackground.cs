namespace EventSourcingBench.LoadTests.Growth;

/// <summary>Single appends in the open model, given the worker and when they were due, while something else is measured. It is started and
/// stopped again and again.</summary>
internal sealed class GrowthBackground(
    double rate, Func<int, long, ValueTask<Outcome>> append, IWaiter waiter, TimeProvider time) : IAsyncDisposable
{
    /// <summary>How many appends are under way at once at most.</summary>
    public const int Workers = 32;

    // It ends when it is stopped.
    private static readonly TimeSpan Longest = TimeSpan.FromDays(1);

    private readonly RequestSequence _sequence = new();
    private CancellationTokenSource? _stop;
    private Task _running = Task.CompletedTask;
    private long _begun;
    private long _acknowledged;
    private TimeSpan _elapsed;

    /// <summary>Acknowledged appends a second, over all the time in which it ran since the last call; null when it did not run.</summary>
    public double? TakeRate()
    {
        var (count, elapsed) = (Interlocked.Exchange(ref _acknowledged, 0), _elapsed);
        _elapsed = TimeSpan.Zero;
        return elapsed > TimeSpan.Zero ? count / elapsed.TotalSeconds : null;
    }

    /// <summary>Begins. <see cref="StopAsync"/> must follow.</summary>
    public void Start()
    {
        _stop = new CancellationTokenSource();
        _begun = time.GetTimestamp();
        _running = RunAsync(_stop.Token);
    }

    /// <summary>Ends it: what is under way is answered, what waits is not sent.</summary>
    public async Task StopAsync()
    {
        if (_stop is null)
            return;

        await _stop.CancelAsync();
        await _running;
        _elapsed += time.GetElapsedTime(_begun);
        _stop.Dispose();
        _stop = null;
    }

    public async ValueTask DisposeAsync() => await StopAsync();

    private async Task RunAsync(CancellationToken cancellationToken)
    {
        var phase = new LoadPhase(new LoadScenario(GrowthStep.BackgroundOperation, SendAsync), recorder: null, time, _sequence, Longest);
        using var load = new OpenLoad(phase, new ArrivalSchedule(rate, Longest, ramp: false), waiter);
        await load.RunAsync(Workers, cancellationToken);
    }

    private async ValueTask<Outcome> SendAsync(LoadCall call, CancellationToken cancellationToken)
    {
        // What waits when it is stopped is not sent.
        if (_stop is not { IsCancellationRequested: false })
            return Outcome.Error;

        var outcome = await append(call.Worker, call.Due ?? time.GetTimestamp());
        if (outcome == Outcome.Success)
            Interlocked.Increment(ref _acknowledged);

        return outcome;
    }
}
