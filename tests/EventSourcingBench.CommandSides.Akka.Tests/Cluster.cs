namespace EventSourcingBench.CommandSides.Akka.Tests;

/// <summary>Nodes that know each other.</summary>
internal sealed class Cluster(IReadOnlyList<Node> nodes) : IAsyncDisposable
{
    public IReadOnlyList<Node> Nodes => nodes;

    public static async Task<Cluster> StartAsync(IEventStore events, int nodes) => new(await Node.StartAsync(events, nodes));

    public async ValueTask DisposeAsync()
    {
        foreach (var node in nodes)
            await node.DisposeAsync();
    }
}
