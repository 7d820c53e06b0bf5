namespace EventSourcingBench.Api;

/// <summary>This node's part of a command side that comes as a plug-in.</summary>
/// <param name="Name">The command side.</param>
/// <param name="Address">How the same command side on other nodes reaches it.</param>
public sealed record CommandSideNode(string Name, string Address);
