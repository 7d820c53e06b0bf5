namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>Who finds the owner of a show among several nodes of the API.</summary>
internal enum Routing
{
    /// <summary>The generator sends each request to the owner.</summary>
    Client = 0,

    /// <summary>The generator takes the nodes in turn; a node that is not the owner passes the request on.</summary>
    Node = 1,
}
