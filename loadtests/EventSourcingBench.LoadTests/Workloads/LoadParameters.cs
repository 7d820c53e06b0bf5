namespace EventSourcingBench.LoadTests.Workloads;

internal static class LoadParameters
{
    public const double MaxRate = 100_000;

    public static Parameter<IReadOnlyList<int>> Copies { get; } = new(
        "copies", Values.Number(1, 1_000).Several(),
        "Closed model: copies that each send their next request when the last is answered, one step each: 1,8,32.")
    { IsOptional = true, Alias = "--clients" };

    public static Parameter<IReadOnlyList<double>> Rates { get; } = new(
        "rates", Values.Rate(MaxRate).Several(),
        "Open model: requests a second, kept whatever the store does, one step each: 250,500.")
    { IsOptional = true, Option = "--rate", Unit = "requests/s" };

    public static Parameter<bool> Ramp { get; } = new(
        "ramp", Values.Switch, "Let the load rise evenly from nothing to the step's value.")
    { Default = "false" };

    public static Parameter<TimeSpan> Duration { get; } = new(
        "duration", Values.Duration("100ms", "24h"), "Measured time of each step, without the warm-up: 30s, 5m.");

    public static Parameter<TimeSpan> WarmUp { get; } = new(
        "warmUp", Values.Duration("0", "1h"), "Time before it whose requests are dropped: 0, 2s.");

    public static Parameter<int> Trials { get; } = new(
        "trials", Values.Number(1, 100), "How often each step is run, in blocks of all stores and loads; the report compares the medians.")
    { Default = "1" };

    public static Parameter<double> Margin { get; } = new(
        "margin", Values.Margin, "Difference between two stores that does not count; measured noise counts as well if it is greater.")
    { Default = FormattableString.Invariant($"{100 * Difference.DefaultMargin}%") };

    public static Parameter<int> Streams { get; } = new(
        "streams", Values.Number(1, 100_000), "1: all events on one contended stream, as published; n: spread over n streams.");

    public static Parameter<TimeSpan> Timeout { get; } = new(
        "timeout", Values.Duration("10ms", "10m"), "After this time a request counts as a timeout: 5s.");

    public static Parameter<IReadOnlyList<int>> Nodes { get; } = new(
        "nodes", Values.Number(1, 9).Several(), "How many nodes keep the events, one step each, for stores that can have several: 1,3,5.");

    public static Parameter<TimeSpan?> KillNodeAt { get; } = new(
        "killNodeAt", Values.Duration("1us", "24h").As<TimeSpan?>(),
        "Kill a node so long after the start of the last trial of each step with 3 nodes or more: 10s.")
    { IsOptional = true };

    public static Parameter<SloRecord?> Slo { get; } = new(
        "slo", Values.Slo, "Search the highest rate that keeps a bound on response times, from the first --rate on: p99=20ms.")
    { IsOptional = true };

    public static IReadOnlyList<Parameter> Timed { get; } = [Copies, Rates, Ramp, Duration, WarmUp, Trials, Margin];

    /// <summary>What contradicts itself in a load by an engine; null where nothing does.</summary>
    public static string? Check(Workload workload) => (workload.Get(Copies).Count, workload.Get(Rates).Count) switch
    {
        (0, 0) => "neither copies (closed model) nor rates (open model) are given: one of them is needed.",
        ( > 0, > 0) => "copies (closed model) and rates (open model) exclude each other: take one of them out.",
        _ => null,
    };

    public static IEnumerable<StepLoad> Steps(Workload workload) =>
        workload.Get(Copies).Select(c => new StepLoad(workload, Copies: c))
            .Concat(workload.Get(Rates).Select(r => new StepLoad(workload, Rate: r)));
}
