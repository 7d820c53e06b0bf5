namespace EventSourcingBench.LoadTests.Growth;

internal static class GrowthParameters
{
    // Fewer would leave nothing to read and to catch up on between two samples.
    private const long MinEvents = 2_000;
    private const long MaxEvents = 100_000_000;

    public static Parameter<long> Events { get; } = new(
        "events", Values.Number(MinEvents, MaxEvents), "How many events the store grows to: 10000000.");

    public static Parameter<long> SampleEvery { get; } = new(
        "sampleEvery", Values.Number(MinEvents, MaxEvents), "How many events there are between two samples: 100000.")
    { Unit = "events" };

    public static Parameter<double> Background { get; } = new(
        "background", Values.Number(0, LoadParameters.MaxRate),
        "Single appends a second that go on while samples are taken, whatever the store does: 200. Default: none.")
    { Default = "0", Unit = "appends/s" };

    public static IReadOnlyList<Parameter> All { get; } =
    [
        Events, SampleEvery, Background, LoadParameters.Streams, LoadParameters.Slo, LoadParameters.Thresholds, LoadParameters.Timeout,
        .. LoadParameters.Network,
    ];

    public static string? Check(Workload workload) => workload.Get(SampleEvery) > workload.Get(Events)
        ? "the store would not grow to its first sample: take fewer events between samples, or more events."
        : workload.Get(SampleEvery) / workload.Get(LoadParameters.Streams) < GrowthSampler.LongRead
            ? $"a sample reads {GrowthSampler.LongRead:N0} events of a stream: take fewer streams, or more events between samples." : null;

    public static IEnumerable<StepLoad> Steps(Workload workload) =>
        [new(workload) { Events = workload.Get(Events), Text = FormattableString.Invariant($"to {workload.Get(Events):N0} events") }];
}
