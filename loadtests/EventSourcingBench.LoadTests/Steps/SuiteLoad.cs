namespace EventSourcingBench.LoadTests.Steps;

/// <summary>The requests of a suite. What a request is follows from the step and its number, so that processes can share them.</summary>
internal abstract class SuiteLoad(LoadContext context)
{
    private long _resent;

    public LoadContext Context => context;

    public LoadScenario Scenario => new(
        context.Step.Suite.Operation, async (call, _) => (await SendAsync(call, context.Share.NumberOf(call.Sequence))).Outcome);

    public StepHistory History { get; protected init; } = null!;

    /// <summary>How often requests were sent again because a connection was refused or broke.</summary>
    public long Resent => Interlocked.Read(ref _resent);

    public void AddResent(long count) => Interlocked.Add(ref _resent, count);

    /// <summary>Enters the request of a number among those of all generators in the history, and sends it.</summary>
    protected abstract ValueTask<LoadReply> SendAsync(LoadCall call, long number);

    protected virtual RosterRefusal CodeOf(Enum refusal) => throw new NotSupportedException("No rule refuses requests of this suite.");

    /// <summary>Sends what a worker's lane has begun, and ends it with the answer.</summary>
    protected async ValueTask<LoadReply> SendAsync(int worker, StoreOperation request)
    {
        var reply = await context.Target.SendAsync(worker, request, context.Step.Timeout);
        context.Recorder.Attribute(worker, reply.Parts);
        // One that was sent twice may be in conflict with itself, or have been carried out by the first sending.
        var (version, conflicts, decidedOn) = reply.Resent > 0 ? (0, 0, null) : (reply.Version, reply.Conflicts, reply.DecidedOn);
        var answer = reply.Refusal is { } refusal ? (long)CodeOf(refusal) : version;
        History.Lane(worker).End(reply.Outcome, answer, reply.Position, conflicts, argument: (int?)(decidedOn + 1));
        if (reply.Resent > 0)
            AddResent(reply.Resent);

        if (reply.Error is { } error)
            context.Recorder.RecordError(error);

        return reply;
    }
}

/// <summary>What a load is made with: in the runner, or a share of it in a generator of another process.</summary>
internal sealed record LoadContext(
    Step Step, ILoadTarget Target, int Workers, LoadRecorder Recorder, BarSource Bars, EventIds Ids, TimeProvider Time)
{
    public LoadShare Share { get; init; } = LoadShare.Whole;

    public StepHistory NewHistory(
        IEnumerable<string>? keys = null, int eventsPerOperation = 1, BulkHistory? bulk = null, bool hasExpectedVersions = false) =>
        new(Ids, Workers, Time, keys) { EventsPerOperation = eventsPerOperation, Bulk = bulk, HasExpectedVersions = hasExpectedVersions };
}

internal sealed record LoadShare(int Index, int Count)
{
    public static LoadShare Whole { get; } = new(0, 1);

    /// <summary>The number among the requests of all generators of a request that this one sends.</summary>
    public long NumberOf(long sequence) => (sequence * Count) + Index;

    /// <summary>Divides a load evenly. At a constant rate each generator begins one place later; below 1/s each, fewer do.</summary>
    public static IReadOnlyList<(LoadShare Share, LoadSimulation Simulation, TimeSpan Delay)> Divide(
        LoadSimulation simulation, int generators)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(generators, 1);
        var rate = simulation.Rate ?? 0;
        var count = Math.Min(generators, simulation.Copies ?? (int)Math.Clamp(Math.Floor(rate), 1, simulation.MaxInFlight));
        return
        [
            .. Enumerable.Range(0, count).Select(i => (
                new LoadShare(i, count),
                simulation.Copies is { } copies
                    ? simulation with { Copies = Part(copies, i) }
                    : simulation with { Rate = rate / count, MaxInFlight = Part(simulation.MaxInFlight, i) },
                simulation.Copies is not null || simulation.Ramp ? TimeSpan.Zero : TimeSpan.FromSeconds(i / rate))),
        ];

        int Part(int whole, int index) => (whole / count) + (index < whole % count ? 1 : 0);
    }
}
