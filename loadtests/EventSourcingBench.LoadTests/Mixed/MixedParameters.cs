namespace EventSourcingBench.LoadTests.Mixed;

internal static class MixedParameters
{
    public static Parameter<IReadOnlyList<string>> Mixes { get; } = new(
        "mixes", Values.OneOf([.. Mix.All.Select(m => m.Name)]).Several(),
        "The shares of the operations, one step each. service: 80% load, decide and append, 15% load, 5% create; ycsb-a to ycsb-f: those "
        + "of YCSB.")
    { Option = "--mix" };

    public static Parameter<IReadOnlyList<int>> Streams { get; } = new(
        "streams", Values.Number(1, 10_000_000).Several(), "How many streams are used, one step each: 1,1000,1000000.");

    public static Parameter<IReadOnlyList<double>> Skews { get; } = new(
        "skews", Values.Number(0.0, 5.0).Several(),
        "Zipf's exponents of the choice among them, one step each: 0 is even, 1 the classical one: 0,1.")
    { Default = "0", Option = "--skew" };

    public static Parameter<IReadOnlyList<long>> Payloads { get; } = new(
        "payloads", Values.Size("100B", "1MB").Several(), "Bytes of an event's data, one step each: 100B,1KB,10KB,100KB.")
    { Default = "256B", Option = "--payload" };

    public static Parameter<IReadOnlyList<int>> EventsPerStream { get; } = new(
        "eventsPerStream", Values.Number(1, 100_000).Several(),
        "How many events each stream has before the load, one step each: 10,100,1000.")
    { Default = "10" };

    public static Parameter<IReadOnlyList<int>> Snapshots { get; } = new(
        "snapshots", Values.Number(0, 1_000_000).Several(),
        "A stream is loaded from its last snapshot, and a load that reads so many events stores one, one step each. 0: no snapshots.")
    { Default = "0" };

    public static Parameter<IReadOnlyList<int>> ReadModels { get; } = new(
        "readModels", Values.Number(0, ItemsProjection.Most).Several(),
        "How many projections run beside the load, each with a row for every event, one step each: 0,1,10.")
    { Default = "0" };

    public static Parameter<long> Preload { get; } = new(
        "preload", Values.Number(0L, 100_000_000L), "Events of other streams that are in the store before the load: 1000000.")
    { Default = "0", Unit = "events" };

    public static IReadOnlyList<Parameter> All { get; } =
        [.. LoadParameters.Timed, LoadParameters.Nodes, Mixes, Streams, Skews, Payloads, EventsPerStream, Snapshots, ReadModels, Preload,
            LoadParameters.Timeout, .. FaultParameters.Optional];

    public static IReadOnlyList<ParameterText> WarmUp { get; } =
        [new(Streams, "50"), new(EventsPerStream, "10"), new(Preload, "0"), new(FaultParameters.Faults, Named.Nothing)];

    private static IReadOnlyList<Parameter> Axes { get; } =
        [Mixes, Streams, Skews, Payloads, EventsPerStream, Snapshots, ReadModels, FaultParameters.Faults];

    public static IEnumerable<StepLoad> Steps(Workload workload) =>
        from step in workload.Each(Axes)
        from load in LoadParameters.Steps(step)
        select load with { Variant = step.VariantOf(workload, Axes, unnamed: Mixes) };
}
