namespace EventSourcingBench.Reporting;

/// <summary>What a step of the suite <c>ingest</c> pours in, and how.</summary>
/// <param name="ClusterType"><c>embedded</c>, <c>server</c> or <c>replicated</c>.</param>
/// <param name="Nodes">How many nodes keep the events.</param>
/// <param name="Mode"><c>blocking</c> or <c>non-blocking</c>.</param>
/// <param name="BufferBytes">Bytes at which the buffer is flushed.</param>
/// <param name="Count">Events of each trial.</param>
/// <param name="Remote">Whether the store was reached through the API over HTTP.</param>
public sealed record IngestLoad(string ClusterType, int Nodes, string Mode, long BufferBytes, long Count, bool Remote = false)
{
    /// <summary><c>1 MiB blocking</c>.</summary>
    public string Buffer => $"{Format.Size(BufferBytes)} {Mode}";

    /// <summary><c>1 node</c>, <c>3 nodes</c>.</summary>
    public string NodesText => Nodes == 1 ? "1 node" : $"{Format.Count(Nodes)} nodes";

    /// <summary><c>embedded</c>, <c>server, 1 node</c>, <c>replicated, 3 nodes</c>; over HTTP <c>remote (embedded)</c> and so on.</summary>
    public string Cluster => Remote ? $"remote ({Kept})" : Kept;

    /// <summary><c>1,000,000 events, 1 MiB blocking</c>, and the nodes where there are several.</summary>
    public string Label => $"{Format.Count(Count)} {(Count == 1 ? "event" : "events")}, {Buffer}{(Nodes > 1 ? $", {NodesText}" : string.Empty)}{(Remote ? ", over HTTP" : string.Empty)}";

    private string Kept => ClusterType == "embedded" ? ClusterType : $"{ClusterType}, {NodesText}";

    /// <summary>What buffers are sorted by: blocking before non-blocking, then by size.</summary>
    internal (bool NonBlocking, long Bytes) BufferOrder => (Mode != "blocking", BufferBytes);

    /// <summary>What loads are sorted by.</summary>
    internal (int Nodes, long Count, bool NonBlocking, long Bytes) Order => (Nodes, Count, BufferOrder.NonBlocking, BufferBytes);
}
