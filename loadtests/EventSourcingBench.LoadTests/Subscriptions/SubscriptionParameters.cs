namespace EventSourcingBench.LoadTests.Subscriptions;

internal static class SubscriptionParameters
{
    public const string OneStream = "stream";

    public const string OneCategory = "category";

    public static Parameter<IReadOnlyList<int>> Subscribers { get; } = new(
        "subscribers", Values.Number(1, 10_000).Several(), "How many subscribers there are, one step each: 1,10,100,1000.")
    { Default = "1" };

    public static Parameter<IReadOnlyList<string>> Follow { get; } = new(
        "follow", Values.OneOf(["all", OneStream, OneCategory]).Several(),
        "What each subscriber follows, one step each: all events, or one stream or one of up to 10 categories each in turn.")
    { Default = "all" };

    public static Parameter<IReadOnlyList<SlowSubscribers>> Slow { get; } = new(
        "slow", SlowSubscribers.Values.Several(),
        "How many of the subscribers take how long for each event during the load, one step each: 0,1:10ms.")
    { Default = "0" };

    public static Parameter<bool> OwnWrites { get; } = new(
        "ownWrites", Values.Switch,
        "Let writers wait until the read model shows what they wrote: by the projection's position, or by their row where it has none.")
    { Default = "false" };

    public static Parameter<long> Preload { get; } = new(
        "preload", Values.Number(0L, 100_000_000L), "Events that are in the store before the load: 1000000.")
    { Default = "0", Unit = "events" };

    public static Parameter<IReadOnlyList<Named<Func<IncidentContext, Incident>>>> During { get; } = new(
        "during", Named.Values(IncidentKind.All).Several(),
        "What happens once during the load, one step each. join: one more subscriber, from the start or so many events back. "
        + "hold, rollback, cut: a transaction with an append stays open so long, then it commits, rolls back or loses its connection. "
        + "rebuild: of the first read model, or of one with a row for 1 event in 1,000, with 1,000 groups or with one. "
        + "restart: the process of a projection is killed and started again so often (20).")
    { Default = Named.Nothing };

    public static Parameter<TimeSpan> Idle { get; } = new(
        "idle", Values.Duration("0", "1h"), "Time after the load without events, in which the cost of waiting is measured: 30s.")
    { Default = "0" };

    public static IReadOnlyList<Parameter> All { get; } =
    [
        .. LoadParameters.Timed.Where(p => p != LoadParameters.ApiNodes), LoadParameters.Nodes, LoadParameters.Streams, Subscribers,
        Follow, Slow, MixedParameters.ReadModels, OwnWrites, Preload, During, Idle, LoadParameters.Timeout,
    ];

    public static IReadOnlyList<ParameterText> WarmUp { get; } = [new(Preload, "0"), new(During, Named.Nothing), new(Idle, "0")];

    private static IReadOnlyList<Parameter> Axes { get; } = [Subscribers, Follow, Slow, MixedParameters.ReadModels, During];

    public static IEnumerable<StepLoad> Steps(Workload workload) =>
        from step in workload.Each(Axes)
        from load in LoadParameters.Steps(step)
        select load with { Text = step.VariantOf(workload, Axes) };

    public static string? Check(Workload workload) =>
        LoadParameters.Check(workload)
        ?? (workload.Get(Slow).Max(s => s.Count) is var slow && slow > workload.Get(Subscribers).Min()
            ? $"{slow} slow subscribers are more than there are subscribers ({workload.Get(Subscribers).Min()})." : null)
        ?? (workload.Get(OwnWrites) && workload.Get(MixedParameters.ReadModels).Contains(0)
            ? "writers find what they wrote in a read model: give readModels of 1 or more, or leave out ownWrites." : null);
}

internal sealed record SlowSubscribers(int Count, TimeSpan Delay)
{
    private const int Most = 10_000;

    public static Values<SlowSubscribers> Values { get; } = new(
        "0, or a number of subscribers and a time for each event, such as 1:10ms", JsonValueKind.String, Parse);

    public override string ToString() =>
        Count == 0 ? "0" : string.Create(CultureInfo.InvariantCulture, $"{Count}:{DurationText.Of(Delay)}");

    private static SlowSubscribers? Parse(string text) => text.Split(':') switch
    {
        ["0"] => new(0, TimeSpan.Zero),
        [var count, var time] when int.TryParse(count, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && number is > 0 and <= Most && DurationText.TryParse(time, out var delay) && delay > TimeSpan.Zero => new(number, delay),
        _ => null,
    };
}
