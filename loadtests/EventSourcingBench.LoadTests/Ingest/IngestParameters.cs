namespace EventSourcingBench.LoadTests.Ingest;

internal static class IngestParameters
{
    public const int NodesToLoseOne = 3;

    public static Parameter<IReadOnlyList<long>> Counts { get; } = new(
        "counts", Values.Number(1L, 100_000_000L).Several(),
        "Events that each trial appends, one step each: 1,100,10000,1000000.")
    { Unit = "events" };

    private const long MinBuffer = 64;
    private const long MaxBuffer = 64L << 20;

    public static Parameter<IReadOnlyList<long>> Buffers { get; } = new(
        "buffers", Values.Size(SizeText.Of(MinBuffer), SizeText.Of(MaxBuffer)).Several(),
        "Bytes of event data at which a buffer is flushed, one step each: 1KB,64KB,1MB.");

    public static Parameter<IReadOnlyList<string>> BufferModes { get; } = new(
        "bufferModes", Values.OneOf([IngestLoad.Blocking, IngestLoad.NonBlocking]).Several(),
        "blocking: a producer waits for room; non-blocking: it never waits, what finds the buffer at its limit is refused and counted.")
    { Option = "--buffer-mode" };

    public static Parameter<TimeSpan> Linger { get; } = new(
        "linger", Values.Duration("1ms", "1m"),
        "A buffer is flushed when its oldest event has waited for so long, full or not: 100ms. Default: 1s.")
    { Default = "1s" };

    public static Parameter<long> MemoryLimit { get; } = new(
        "memoryLimit", Values.Size("64KB", "16GB"), "What may wait in a non-blocking buffer: 64MB.")
    { Default = "64MB" };

    public static IReadOnlyList<Parameter> All { get; } =
    [
        Counts, Buffers, BufferModes, LoadParameters.Nodes, LoadParameters.Trials, LoadParameters.Margin, LoadParameters.Streams, Linger,
        MemoryLimit, LoadParameters.KillNodeAt, LoadParameters.Slo, LoadParameters.Thresholds, LoadParameters.Timeout,
        .. LoadParameters.Between,
    ];

    public static string? Check(Workload workload)
    {
        var (limit, buffer) = (workload.Get(MemoryLimit), workload.Get(Buffers).Max());
        return workload.Get(LoadParameters.KillNodeAt) is not null && workload.Get(LoadParameters.Nodes).All(n => n < NodesToLoseOne)
                ? "a node can be killed only where others are left: ask for 3 nodes or more."
            : workload.Get(BufferModes).Contains(IngestLoad.NonBlocking) && limit < 2 * buffer
                ? $"the memory limit {SizeText.Of(limit)} is less than two buffers of {SizeText.Of(buffer)}: raise it."
            : null;
    }

    /// <summary>The time of a flush grows with the buffer.</summary>
    public static SearchedLoad Searched { get; } = new(
        " bytes a flush", MinBuffer, MostFilled, step => IngestLoad.Of(step.Workload).BufferBytes, (step, bytes) =>
        {
            var workload = step.Workload.With(Buffers, SizeText.Of((long)bytes));
            return step with { Workload = workload, Text = IngestLoad.Of(workload).ToString() };
        });

    // A larger buffer is not filled: it is flushed with the last event, or at the greatest count.
    private static double MostFilled(Step step)
    {
        var (workload, load) = (step.Workload, IngestLoad.Of(step.Workload));
        var events = new SafeEvents(step.Seed, workload.Get(LoadParameters.Streams), load.Count);
        var filled = Math.Ceiling(Math.Min(load.Count, EventBufferSettings.MostEvents) * events.MeanBytes());
        var most = load.BufferMode == IngestLoad.Blocking ? MaxBuffer : Math.Min(MaxBuffer, workload.Get(MemoryLimit) / 2);
        return Math.Clamp(filled, MinBuffer, most);
    }

    public static IEnumerable<StepLoad> Steps(Workload workload) =>
        from step in workload.Each([BufferModes, Buffers, Counts])
        where workload.Get(LoadParameters.Slo) is null || step.Get(Buffers)[0] == workload.Get(Buffers)[0]
        let load = IngestLoad.Of(step)
        select new StepLoad(step) { Text = load.ToString(), Events = load.Count };
}

internal sealed record IngestLoad(string BufferMode, long BufferBytes, long Count)
{
    public const string Blocking = "blocking";

    public const string NonBlocking = "non-blocking";

    public static IngestLoad Of(Workload workload) => new(
        workload.Get(IngestParameters.BufferModes)[0],
        workload.Get(IngestParameters.Buffers)[0],
        workload.Get(IngestParameters.Counts)[0]);

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture, $"{Count:N0} event{(Count == 1 ? "" : "s")}, {BufferMode} {SizeText.Of(BufferBytes)}");
}
