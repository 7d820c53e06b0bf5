namespace EventSourcingBench.LoadTests.Workloads;

/// <summary>How long bytes take between a store and its server, one way; null: they are not relayed.</summary>
internal readonly record struct NetworkDelay(TimeSpan? OneWay)
{
    private const string None = "none";

    public static Values<NetworkDelay> Values { get; } = Of(Workloads.Values.Duration("0", "10s"));

    private static Values<NetworkDelay> Of(Values<TimeSpan> durations) => new(
        $"{None}, or {durations.Requirement}", durations.Json,
        text => text == None ? new NetworkDelay(null) : durations.Parse(text) is TimeSpan oneWay ? new NetworkDelay(oneWay) : null);
}
