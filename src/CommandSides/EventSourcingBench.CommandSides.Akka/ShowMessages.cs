using Akka.Cluster.Sharding;

namespace EventSourcingBench.CommandSides.Akka;

/// <summary>Maps an order to its show and shard, identically on every node.</summary>
internal sealed class ShowMessages() : HashCodeMessageExtractor(Shards)
{
    // Ten times the expected number of nodes, as Akka recommends.
    private const int Shards = 100;

    public override string? EntityId(object message) => (message as ShowOrder)?.Show;
}
