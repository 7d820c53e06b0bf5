namespace EventSourcingBench.CommandSides.Akka;

/// <summary>The actor's state is outdated: it restarts from its events.</summary>
internal sealed class StaleShowException(string message, bool isKnown) : Exception(message)
{
    /// <summary>True if the store already has the event; false if another writer has appended to the show.</summary>
    public bool IsKnown => isKnown;
}
