namespace EventSourcingBench.CommandSides.Akka;

/// <summary>
/// Stops the actor of a show after the commands before it. A poison pill would not wait for an event that is being persisted.
/// </summary>
internal sealed class StopShow
{
    public static StopShow Instance { get; } = new();
}
