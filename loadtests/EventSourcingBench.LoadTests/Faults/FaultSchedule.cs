namespace EventSourcingBench.LoadTests.Faults;

/// <summary>Injects a fault beside a load at given times after now, and heals it each time. A time that passes before the last one is
/// healed is left out: the store would be hit before it served. What is under way when the load ends is healed then.</summary>
internal sealed class FaultSchedule : IAsyncDisposable
{
    private readonly Fault _fault;
    private readonly StepHistory _history;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task<List<Injection>> _running;
    private long? _loadEnd;

    public FaultSchedule(Fault fault, IEnumerable<TimeSpan> times, StepHistory history, TimeProvider time)
    {
        (_fault, _history, _time) = (fault, history, time);
        _running = RunAsync(times);
    }

    /// <summary>When the load ended, as the history has it.</summary>
    public long LoadEnd => _loadEnd ?? _history.Now;

    /// <summary>The load has ended: what is not yet done is left.</summary>
    public async Task<IReadOnlyList<Injection>> EndAsync()
    {
        _loadEnd ??= _history.Now;
        await _stop.CancelAsync();
        return await _running;
    }

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        _stop.Dispose();
    }

    private async Task<List<Injection>> RunAsync(IEnumerable<TimeSpan> times)
    {
        var (begin, done) = (_history.Now, new List<Injection>());
        foreach (var at in times)
        {
            if (done.Count > 0 && at < Elapsed())
                continue;

            // The first time that it fails is the last.
            if (done is [.., { HasFailed: true }] || _fault.WhyNot is not null || !await WaitAsync(at - Elapsed()))
                break;

            done.Add(await InjectAsync(Elapsed()));
        }

        return done;

        TimeSpan Elapsed() => TimeSpan.FromTicks(_history.Now - begin);
    }

    private async Task<Injection> InjectAsync(TimeSpan at)
    {
        var injection = new Injection(at, _history.Now, "");
        try
        {
            injection = injection with { What = await _fault.InjectAsync(), InEffect = _history.Now };
            await WaitAsync(_fault.Lasts);
            return await _fault.HealAsync() is not { } healed ? injection with { What = injection.What + "." }
                : injection with { What = $"{injection.What}; {healed}.", Healed = _history.Now };
        }
        catch (Exception e) when (StoreFailureException.Is(e))
        {
            var what = injection.What.Length == 0 ? e.Message : $"{injection.What}; {e.Message.TrimEnd('.')}.";
            return injection with { What = what, HasFailed = true };
        }
    }

    /// <returns>False when the load has ended meanwhile.</returns>
    private async Task<bool> WaitAsync(TimeSpan duration)
    {
        if (duration > TimeSpan.Zero)
            await Task.Delay(duration, _time, _stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

        return !_stop.IsCancellationRequested;
    }
}

/// <summary>A fault that was injected; other times than <c>At</c> are as the history has them.</summary>
/// <param name="At">After the begin of the schedule.</param>
internal sealed record Injection(TimeSpan At, long From, string What)
{
    /// <summary>When it had been injected. Default: when that began.</summary>
    public long InEffect { get; init; } = From;

    /// <summary>When it was healed; null where it was not.</summary>
    public long? Healed { get; init; }

    /// <summary>Whether it could not be injected, or not be healed.</summary>
    public bool HasFailed { get; init; }
}
