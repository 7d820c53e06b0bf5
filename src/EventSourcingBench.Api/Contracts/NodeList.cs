namespace EventSourcingBench.Api.Contracts;

/// <summary>The nodes of an API that runs as several processes on the same data.</summary>
/// <param name="Nodes">The address of each node, the same list in the same order on all nodes: <c>http://127.0.0.1:5080/</c>.</param>
/// <param name="Self">The index of the receiving node in the list, from 0.</param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record NodeList(IReadOnlyList<Uri> Nodes, int Self);

/// <summary>This node's part of a command side from a plug-in.</summary>
/// <param name="Address">The address for the same command side on other nodes.</param>
public sealed record CommandSideNode(string Name, string Address);
