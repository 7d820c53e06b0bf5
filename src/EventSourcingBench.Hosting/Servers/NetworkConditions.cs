namespace EventSourcingBench.Hosting.Servers;

/// <summary>What a network does to what is sent, each way.</summary>
/// <param name="Delay">From the last bit sent to its arrival; zero: none.</param>
/// <param name="BitsPerSecond">What all connections of a server share; null: no limit.</param>
public sealed record NetworkConditions(TimeSpan Delay, long? BitsPerSecond)
{
    /// <summary>Such as <c>5ms each way, 100 Mbit/s</c>.</summary>
    public override string ToString() => DurationText.Of(Delay) + " each way"
        + (BitsPerSecond is { } bits ? string.Create(CultureInfo.InvariantCulture, $", {bits / 1e6:0.###} Mbit/s") : "");
}
