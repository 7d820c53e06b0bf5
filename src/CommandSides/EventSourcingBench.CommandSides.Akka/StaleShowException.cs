namespace EventSourcingBench.CommandSides.Akka;

/// <summary>The actor's show is not the store's any more: it begins again, from its events.</summary>
internal sealed class StaleShowException(string message, bool isKnown) : Exception(message)
{
    /// <summary>True when the store had the event already; false when another has written to the show.</summary>
    public bool IsKnown => isKnown;
}
