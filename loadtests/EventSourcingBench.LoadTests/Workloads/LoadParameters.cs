namespace EventSourcingBench.LoadTests.Workloads;

internal static class LoadParameters
{
    public const double MaxRate = 100_000;
    public const int MostTrials = 100;

    /// <summary>Trials of a run until it is decided, unless the user says how many.</summary>
    public const int TrialsToDecide = 5;

    public static Parameter<IReadOnlyList<int>> Copies { get; } = new(
        "copies", Values.Number(1, 1_000).Several(),
        "Closed model: copies that each send their next request when the last is answered, one step each: 1,8,32.")
    { IsOptional = true, Alias = "--clients" };

    public static Parameter<IReadOnlyList<double>> Rates { get; } = new(
        "rates", Values.Rate(MaxRate).Several(),
        "Open model: requests a second, kept whatever the store does, one step each: 250,500.")
    { IsOptional = true, Option = "--rate", Unit = "requests/s" };

    public static Parameter<double?> Share { get; } = new(
        "share", Values.Share.As<double?>(),
        "With copies: measure the rate that they reach in ten seconds, then make an open load at this share of it: 60%.")
    { IsOptional = true };

    public static Parameter<bool> Ramp { get; } = new(
        "ramp", Values.Switch, "Let the load rise evenly from nothing to the step's value.")
    { Default = "false" };

    public static Parameter<TimeSpan> Duration { get; } = new(
        "duration", Values.Duration("100ms", "24h"), "Measured time of each step, without the warm-up: 30s, 5m.");

    public static Parameter<TimeSpan> WarmUp { get; } = new(
        "warmUp", Values.Duration("0", "1h"), "Time before it whose requests are dropped: 0, 2s.");

    public static Parameter<int> Trials { get; } = new(
        "trials", Values.Number(1, MostTrials),
        "How often each step is run, in blocks of all stores and loads; the report compares the medians.")
    { Default = "1" };

    public static Parameter<TimeSpan?> UntilDecided { get; } = new(
        "untilDecided", Values.Duration("1s", "24h").As<TimeSpan?>(),
        "Run further blocks after those of --trials (then 5 by default) until the first place of each load and tier is decided; none "
        + "begins when this time since the first step is over: 10m.")
    { IsOptional = true };

    public static Parameter<double> Margin { get; } = new(
        "margin", Values.Margin, "Difference between two stores that does not count; measured noise counts as well if it is greater.")
    { Default = FormattableString.Invariant($"{100 * Difference.DefaultMargin}%") };

    public static Parameter<int> Streams { get; } = new(
        "streams", Values.Number(1, 100_000), "1: all events on one contended stream, as published; n: spread over n streams.");

    public static Parameter<TimeSpan> Timeout { get; } = new(
        "timeout", Values.Duration("10ms", "10m"), "After this time a request counts as a timeout: 5s.");

    public static Parameter<IReadOnlyList<int>> Nodes { get; } = new(
        "nodes", Values.Number(1, 9).Several(),
        "How many nodes keep the events; a store whose server can have several is measured once for each: 1,3,5.")
    { IsOptional = true };

    public static Parameter<TimeSpan?> KillNodeAt { get; } = new(
        "killNodeAt", Values.Duration("1us", "24h").As<TimeSpan?>(),
        "Kill a node at this time after the start of the last trial, in steps with 3 or more nodes: 10s.")
    { IsOptional = true };

    public static Parameter<SloRecord?> Slo { get; } = new(
        "slo", Values.Slo, "Search the highest rate that keeps a bound on response times, from the first --rate on: p99=20ms. In ingest "
        + "the largest buffer, from the first --buffers on; in growth the most events, a sample after the other. "
        + FormattableString.Invariant($"At most {Step.MostProbes} runs of each step; a broken rate is tried again, the answer confirmed."))
    { IsOptional = true };

    public static Parameter<IReadOnlyList<Threshold>> Thresholds { get; } = new(
        "thresholds", Threshold.Values.Several(),
        "Bounds that each store must keep in its worst trial, else the exit code is 1: p99<20ms (p50, p90, p95, p99, p99.9 or max of the "
        + "response time), 'delay p99<1s' (of the projection), throughput>1000 (a second), failures<1%, 'memory growth<1MB/h', "
        + "'handles growth<1/h', 'threads growth<1/h', 'disk growth<10%/h', 'latency growth<10%/h' (after the first ten minutes of "
        + "twenty or more). Quoted; several with commas.")
    { IsOptional = true, Option = "--threshold" };

    public static Parameter<IReadOnlyList<NetworkDelay>> NetworkDelays { get; } = new(
        "networkDelays", NetworkDelay.Values.Several(),
        "Time that bytes take between a store and its server on this machine, each way; a store with a server is measured once for each: "
        + "1ms,5ms,40ms. 0: relayed without delay; none: not relayed.")
    { IsOptional = true, Option = "--network-delay" };

    public static Parameter<long?> NetworkBandwidth { get; } = new(
        "networkBandwidth", Values.BitRate("1kbit", "100gbit").As<long?>(),
        "Bits a second between a store and its server on this machine, each way, which its connections share: 100mbit.")
    { IsOptional = true };

    public static Parameter<IReadOnlyList<int>> ApiNodes { get; } = new(
        "apiNodes", Values.Number(1, 9).Several(),
        "How many processes serve the API, among which requests are divided; a store with a server is measured once for each: 1,3.")
    { IsOptional = true };

    /// <summary>What stands between the load and a store's server: in suites that reach stores by their client only, the network.</summary>
    public static IReadOnlyList<Parameter> Network { get; } = [NetworkDelays, NetworkBandwidth];

    public static IReadOnlyList<Parameter> Between { get; } = [ApiNodes, .. Network];

    public static IReadOnlyList<Parameter> Timed { get; } =
        [Copies, Rates, Share, Ramp, Duration, WarmUp, Trials, UntilDecided, Margin, Slo, Thresholds, .. Between];

    /// <summary>What contradicts itself in a load by an engine; null where nothing does.</summary>
    public static string? Check(Workload workload) => (workload.Get(Copies).Count, workload.Get(Rates).Count) switch
    {
        ( > 0, 0) when workload.Get(Share) is not null && (workload.Get(Trials) > 1 || workload.Get(UntilDecided) is not null) =>
            "trials at a share would each have another rate: leave out share, or trials and until-decided.",
        (0, > 0) when workload.Get(Share) is not null => "a share is one of the rate that copies reach: give copies instead of rates.",
        (0, 0) => "neither copies (closed model) nor rates (open model) are given: one of them is needed.",
        (_, 0) when workload.Get(Slo) is not null =>
            "a bound is searched by rates (open model): give a rate to begin with instead of copies.",
        _ when workload.Get(Slo) is not null && workload.Get(Ramp) => "a bound is searched by steady rates: leave out slo or ramp.",
        _ when workload.Get(Slo) is not null && workload.Get(UntilDecided) is not null =>
            "searches of a rate are not compared in blocks: leave out slo or untilDecided.",
        ( > 0, > 0) => "copies (closed model) and rates (open model) exclude each other: take one of them out.",
        _ => null,
    };

    /// <summary>The same with as many trials as a decision takes at least, where it is to run until it is decided.</summary>
    public static Workload WithTrialsToDecide(Workload workload) =>
        workload.Get(UntilDecided) is null || workload.Get(Trials) >= TrialsToDecide ? workload
            : workload.With(Trials, TrialsToDecide.ToString(CultureInfo.InvariantCulture));

    public static IEnumerable<StepLoad> Steps(Workload workload) =>
        workload.Get(Copies).Select(c => new StepLoad(workload, Copies: c))
            .Concat(workload.Get(Rates).Take(workload.Get(Slo) is null ? int.MaxValue : 1).Select(r => new StepLoad(workload, Rate: r)));
}
