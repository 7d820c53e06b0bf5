namespace EventSourcingBench.LoadTests.Targets;

/// <summary>A store behind the API, as the clients of a load need to know it.</summary>
internal sealed record ApiEndpoint(string Store, IReadOnlyList<Uri> Nodes, Routing Routing, int EventsOfJoining)
{
    /// <summary>The address of the store on the first node, ending in a slash.</summary>
    public Uri Address => AddressOn(Nodes[0]);

    /// <summary>The address of the store on a node, ending in a slash.</summary>
    public Uri AddressOn(Uri node) => new(node, $"stores/{Store}/");
}
