namespace EventSourcingBench.LoadTests.Faults;

/// <summary>Injects a fault beside a load at given times after now, and heals it each time. A time that comes before the store serves again
/// is left out: it would test nothing. What is under way when the load ends is healed then. The load lasts for a duration from now, and
/// until the last answer.</summary>
internal sealed class FaultSchedule : IAsyncDisposable
{
    // Clients try again by then, and servers have ended where they do.
    private static readonly TimeSpan UntilAssisted = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(50);

    private readonly Fault _fault;
    private readonly StepHistory _history;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _stop = new();
    private readonly List<Injection> _done = [];
    private readonly Task _running;
    private readonly long _begin;
    private readonly long _due;
    private long? _ended;

    public FaultSchedule(Fault fault, IEnumerable<TimeSpan> times, TimeSpan duration, StepHistory history, TimeProvider time)
    {
        (_fault, _history, _time, _begin) = (fault, history, time, history.Now);
        _due = _begin + duration.Ticks;
        _running = RunAsync(times);
    }

    /// <summary>Why nothing is injected; null where it is.</summary>
    public string? WhyNot { get; private init; }

    /// <summary>Why no fault can be injected beside a load, whatever the store; null where one can.</summary>
    public static string? WhyNotBeside(ILoadMaker load) =>
        load.SharesClock ? null : "generators run on hosts with other clocks, by which no outage can be timed";

    /// <summary>Schedules a fault beside the load of a step, which is warm now.</summary>
    /// <exception cref="StoreFailureException">The file system of the data does not answer.</exception>
    public static async Task<FaultSchedule> BesideAsync(
        ExperimentContext context, StepHistory history, Fault fault, IEnumerable<TimeSpan> times, bool hasReadModels)
    {
        // Servers do not force the files of an empty database to disk as they make it, and could not start again without them.
        if (context.Store is { Server: not null, LazyFs: { } lazyFs })
            await Fault.TryAsync("", lazyFs.CheckpointAsync());

        var whyNot = WhyNotBeside(context.Tools.Load) ?? fault.WhyNot
            ?? (hasReadModels && fault.EndsReadModels
                ? "its read models run in the API's only process, which would be started again" : null);
        return new FaultSchedule(
            fault, whyNot is null ? times : [], context.Step.Workload.Get(LoadParameters.Duration), history, context.Tools.Time)
        { WhyNot = whyNot };
    }

    /// <summary>When the load ended, as the history has it: what comes between that and the end of the schedule is no outage. To be asked
    /// when no operation is under way any more.</summary>
    public long LoadEnd => Math.Min(_ended ?? _history.Now, Math.Max(_due, LastAnswer));

    private long LastAnswer => _history.Where(static (in o) =>
        o.Kind is OperationKind.Append or OperationKind.BulkAppend or OperationKind.Load && o.Duration != uint.MaxValue)
        .Select(o => o.End).DefaultIfEmpty().Max();

    /// <summary>What was injected until now, and how the load went on after it.</summary>
    public IReadOnlyList<FaultTrial> Trials =>
    [
        .. _done.Zip(
            OutageView.Recoveries(_history, _begin, [.. _done.Select(i => (i.From, i.Hit, i.InEffect))], LoadEnd),
            (injection, recovery) => new FaultTrial(injection.At, injection.What, recovery)),
    ];

    /// <summary>The load has ended: what is not yet done is left.</summary>
    public async Task<IReadOnlyList<Injection>> EndAsync()
    {
        _ended ??= _history.Now;
        await _stop.CancelAsync();
        await _running;
        return _done;
    }

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        _stop.Dispose();
    }

    private async Task RunAsync(IEnumerable<TimeSpan> times)
    {
        var served = -1L;
        foreach (var at in times)
        {
            if (_done.Count > 0 && at < Elapsed())
                continue;

            // The first time that it fails is the last.
            if (_done is [.., { HasFailed: true }] || _fault.WhyNot is not null || !await WaitAsync(at - Elapsed()))
                break;

            if (_history.Served == served)
                continue;

            _done.Add(await InjectAsync(Elapsed()));
            served = _history.Served;
        }

        TimeSpan Elapsed() => TimeSpan.FromTicks(_history.Now - _begin);
    }

    private async Task<Injection> InjectAsync(TimeSpan at)
    {
        var now = _history.Now;
        var injection = new Injection(at, now, Hit: now, InEffect: now);
        try
        {
            injection = injection with { What = await _fault.InjectAsync(), InEffect = _history.Now, HasHappened = true };
            await WaitAsync(_fault.Lasts);
            if (await _fault.HealAsync() is not { } healed)
                return injection with { What = injection.What + "." };

            injection = injection with { What = $"{injection.What}; {healed}", Healed = _history.Now };
            if (_fault.Assist is { } assist)
                injection = await AssistAsync(injection with { Hit = injection.InEffect, InEffect = _history.Now }, assist);

            return injection with { What = injection.What + "." };
        }
        catch (Exception e) when (StoreFailureException.Is(e) || e is IOException or UnauthorizedAccessException or TimeoutException)
        {
            var what = injection.What.Length == 0 ? e.Message : $"{injection.What}; {e.Message.TrimEnd('.')}.";
            return injection with { What = what, HasFailed = true };
        }
    }

    private async Task<Injection> AssistAsync(Injection injection, Func<Task<string>> assist)
    {
        var served = _history.Served;
        while (_history.Served == served && _history.Now - injection.InEffect < UntilAssisted.Ticks)
        {
            if (!await WaitAsync(Poll))
                break;
        }

        if (_history.Served > served)
            return injection;

        // Also at the end of the load, which is read back from a store that serves.
        var why = _stop.IsCancellationRequested ? "when the load ended" : "for " + DurationText.Of(UntilAssisted);
        return injection with { What = $"{injection.What}; as nothing succeeded {why}, {await assist()}" };
    }

    /// <returns>False when the load has ended meanwhile.</returns>
    private async Task<bool> WaitAsync(TimeSpan duration)
    {
        await _time.DelayAsync(duration, _stop.Token);
        return !_stop.IsCancellationRequested;
    }
}

/// <summary>A fault that was injected; other times than <c>At</c> are as the history has them.</summary>
/// <param name="At">After the begin of the schedule.</param>
/// <param name="Hit">From when on times are counted: when it began, or had been injected where the store serves until then.</param>
/// <param name="InEffect">When it had been injected, or healed where the store may serve until then; before that when it began.</param>
/// <param name="Healed">When it was healed; null where it was not.</param>
/// <param name="HasFailed">Whether it could not be injected, or not be healed.</param>
internal sealed record Injection(
    TimeSpan At, long From, long Hit, long InEffect, string What = "", long? Healed = null, bool HasHappened = false,
    bool HasFailed = false);

/// <summary>A node that was killed once in a step.</summary>
/// <param name="Pause">The longest time after the death in which nothing was acknowledged.</param>
/// <param name="PauseIsLowerBound">Whether no acknowledgement ended it.</param>
internal sealed record NodeDeathRecord(TimeSpan At, string What, TimeSpan Pause, bool PauseIsLowerBound = false)
{
    // A run may go on for an hour: what stops it long after a restart is not this death.
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(10);

    public string Mark => $"a node killed: {PauseText} without an acknowledgement";

    public string PauseText => Format.AtLeast(FormattableString.Invariant($"{Pause.TotalSeconds:0.#} s"), PauseIsLowerBound);

    /// <summary>Ends a schedule of one death.</summary>
    /// <returns>The death, or why the node could not be killed; neither where there is no schedule, or the load ended before.</returns>
    public static async Task<(NodeDeathRecord? Death, string? WhyNot)> EndAsync(FaultSchedule? schedule, StepHistory history)
    {
        if (schedule is null || await schedule.EndAsync() is not [var death])
            return default;

        if (!death.HasHappened)
            return (null, $"No node was killed: {death.What}");

        var until = Math.Min(schedule.LoadEnd, death.Healed + Settling.Ticks ?? long.MaxValue);
        var (pause, isLowerBound) = OutageView.LongestPause(history, death.From, until);
        return (new(death.At, death.What, pause, isLowerBound), null);
    }
}
