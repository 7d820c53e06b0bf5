namespace EventSourcingBench.Abstractions;

/// <summary>How nodes make one server that keeps on serving while a majority of them is left.</summary>
public sealed record ClusterSpec
{
    /// <summary>Whether the first node serves before the others are prepared and started. Default: false, they start together.</summary>
    public bool FirstNodeAlone { get; init; }

    /// <summary>What the node is called whose death is worst: leader, primary.</summary>
    public required string Leader { get; init; }

    /// <summary>Whether a node is it; false where it does not answer.</summary>
    public required Func<ServerNode, CancellationToken, Task<bool>> IsLeaderAsync { get; init; }

    /// <summary>
    /// Does what an operator would do once the leader is dead, among the nodes that are left.
    /// </summary>
    /// <returns>What took its place, as the end of a sentence that names the dead node.</returns>
    public required Func<IReadOnlyList<ServerNode>, CancellationToken, Task<string>> ReplaceAsync { get; init; }
}
