namespace EventSourcingBench.LoadTests.Targets;

/// <summary>A store behind the API, as the clients of a load need to know it.</summary>
/// <param name="Store">Its name.</param>
/// <param name="Nodes">Where each node of the API listens.</param>
/// <param name="Routing">Who finds the owner of a show among several nodes.</param>
/// <param name="EventsOfJoining">Events that an enrolment leaves: 1 with DCB, 2 with aggregates.</param>
internal sealed record ApiEndpoint(string Store, IReadOnlyList<Uri> Nodes, Routing Routing, int EventsOfJoining)
{
    /// <summary>The address of the store on the first node, ending in a slash.</summary>
    public Uri Address => AddressOn(Nodes[0]);

    /// <summary>The address of the store on a node, ending in a slash.</summary>
    /// <param name="node">Where the node listens.</param>
    public Uri AddressOn(Uri node) => new(node, $"stores/{Store}/");
}
