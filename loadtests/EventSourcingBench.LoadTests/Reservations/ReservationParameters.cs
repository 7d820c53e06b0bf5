namespace EventSourcingBench.LoadTests.Reservations;

internal static class ReservationParameters
{
    public static Parameter<int> Shows { get; } = new("shows", Values.Number(1, 1_000_000), "How many shows are created first.");

    public static Parameter<int> Seats { get; } = new("seats", Values.Number(1, 10_000), "How many seats each show has.");

    public static Parameter<int> Grouping { get; } = new(
        "grouping", Values.Number(1, 1_000), "Of how many shows the requests are shuffled together in the concurrent order.");

    public static Parameter<IReadOnlyList<string>> RequestOrders { get; } = new(
        "requestOrders", Values.OneOf([ReservationShape.Serial, ReservationShape.Concurrent, ReservationShape.Hot]).Several(),
        "The order of requests, one step each. serial: those of a show one after the other; concurrent: those of a few shows at once, "
        + "shuffled; hot: any show, some far more often.")
    { Option = "--request-order", Former = ["orders", "--strategy"] };

    public static Parameter<IReadOnlyList<string>> CommandHandling { get; } = new(
        "commandHandling", Values.OneOf(ReservationStrategies.Names).Several(),
        "How commands are handled, one step each. optimistic: load, decide, append, retry; single-writer: one mailbox for each show; "
        + "snapshot: optimistic with snapshots; akka: a plug-in.")
    { Former = ["strategies", "--command-side"] };

    public static Parameter<int> MaxAttempts { get; } = new(
        "maxAttempts", Values.Number(1, 100), "Attempts of an append before its version conflict is reported.")
    { Former = ["tries", "--tries"] };

    public static Parameter<IReadOnlyList<double>> Skews { get; } = new(
        "skews", Values.Number(0.0, 5.0).Several(),
        "Zipf's exponents of the order hot, one step each: 0 is even, 1 the classical one: 0.5,1,1.2.")
    { Default = "1", Option = "--skew" };

    public static Parameter<IReadOnlyList<int>> ApiNodes { get; } = LoadParameters.ApiNodes with { Former = ["nodes", "--nodes"] };

    public static Parameter<string> Routing { get; } = new(
        "routing", Values.OneOf(["client", "node"]),
        "client: requests are sent to the node that owns the show; node: to the nodes in turn, which pass them on.")
    { Default = "client" };

    public static Parameter<TimeSpan?> KillNodeAt { get; } = LoadParameters.KillNodeAt with
    {
        Help = "Kill a node at this time after the start of the measured time, in steps with 2 or more nodes, and restart it 5 s "
            + "later: 10s.",
    };

    public static Parameter<TimeSpan> PassivateAfter { get; } = new(
        "passivateAfter", Values.Duration("10ms", "24h"),
        "single-writer: a show that got no command for this long leaves the memory: 10s (default).")
    { Default = "10s" };

    public static Parameter<int> MaxActiveShows { get; } = new(
        "maxActiveShows", Values.Number(1, int.MaxValue),
        "single-writer: how many shows a node keeps in memory; those used longest ago make room. Default: 20,000.")
    { Default = "20000" };

    public static IReadOnlyList<Parameter> All { get; } =
    [
        .. LoadParameters.Timed.Select(p => p == LoadParameters.ApiNodes ? ApiNodes : p),
        Shows, Seats, Grouping, RequestOrders, CommandHandling, MaxAttempts, Skews, Routing,
        KillNodeAt, PassivateAfter, MaxActiveShows, LoadParameters.Timeout,
    ];

    public static IReadOnlyList<ParameterText> WarmUp { get; } = [new(Shows, "50"), new(Seats, "50"), new(Grouping, "5")];

    public static string? Check(Workload workload) =>
        LoadParameters.Check(workload)
        ?? (workload.Get(KillNodeAt) is not { } killAt ? null
            : workload.Get(ApiNodes).DefaultIfEmpty(1).Max() == 1
                ? "a node can be killed only where others are left: ask for 2 nodes or more (--api-nodes)."
            : killAt >= workload.Get(LoadParameters.Duration)
                ? "the node would be killed after the measured time: kill it earlier, or measure longer."
            : null);

    public static IEnumerable<StepLoad> Steps(Workload workload) =>
        from ordered in workload.Each(RequestOrders).SelectMany(w => ReservationShape.Of(w).Skew is null ? [w] : w.Each(Skews))
        from load in LoadParameters.Steps(ordered)
        from handled in ordered.Each(CommandHandling)
        select load with { Workload = handled, Variant = ReservationShape.Of(handled).ToString() };
}

internal sealed record ReservationShape(ReservationStrategy Strategy, string Order, double? Skew)
{
    /// <summary>The requests of a show come one after the other in time, while many shows are in use.</summary>
    public const string Serial = "serial";

    /// <summary>All requests of a few shows come at once, shuffled together; then those of the next few.</summary>
    public const string Concurrent = "concurrent";

    /// <summary>All shows at any time, some far more often than others (Zipf).</summary>
    public const string Hot = "hot";

    /// <summary>That of a step, in whose workload the first of several values counts.</summary>
    public static ReservationShape Of(Workload workload)
    {
        var (order, handling) = (
            workload.Get(ReservationParameters.RequestOrders)[0], workload.Get(ReservationParameters.CommandHandling)[0]);
        return new ReservationShape(
            ReservationStrategies.Find(handling) ?? throw new ArgumentException($"{handling} is no strategy.", nameof(workload)),
            order,
            order == Hot ? workload.Get(ReservationParameters.Skews)[0] : null);
    }

    /// <summary>Such as <c>single-writer, concurrent</c> or <c>optimistic, hot skew 1.2</c>.</summary>
    public override string ToString() => FormattableString.Invariant($"{Strategy}, {Order}{(Skew is null ? "" : " skew ")}{Skew}");
}
