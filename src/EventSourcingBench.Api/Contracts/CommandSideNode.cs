namespace EventSourcingBench.Api.Contracts;

/// <summary>This node's part of a command side from a plug-in.</summary>
/// <param name="Name">The command side.</param>
/// <param name="Address">The address for the same command side on other nodes.</param>
public sealed record CommandSideNode(string Name, string Address);
