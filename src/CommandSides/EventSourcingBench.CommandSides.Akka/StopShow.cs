namespace EventSourcingBench.CommandSides.Akka;

/// <summary>Ends the actor of a show after the commands before it: a poison pill would not wait for what is being written.</summary>
internal sealed class StopShow
{
    public static StopShow Instance { get; } = new();
}
