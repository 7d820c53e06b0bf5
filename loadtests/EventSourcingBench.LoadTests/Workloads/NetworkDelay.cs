namespace EventSourcingBench.LoadTests.Workloads;

/// <summary>How long bytes take between a store and its server, one way; null: they are not relayed.</summary>
internal readonly record struct NetworkDelay(TimeSpan? OneWay)
{
    private const string None = "none";

    private static readonly Values<TimeSpan> Durations = Workloads.Values.Duration("0", "10s");

    public static Values<NetworkDelay> Values { get; } = new(
        $"{None}, or {Durations.Requirement}", Durations.Json,
        text => text == None ? new NetworkDelay(null) : Durations.Parse(text) is TimeSpan oneWay ? new NetworkDelay(oneWay) : null);
}
