using Akka.Cluster.Sharding;

namespace EventSourcingBench.CommandSides.Akka;

/// <summary>Finds the show and the shard of an order: the same on every node.</summary>
internal sealed class ShowMessages() : HashCodeMessageExtractor(Shards)
{
    // Ten times as many as nodes are expected to be, as Akka advises.
    private const int Shards = 100;

    public override string? EntityId(object message) => (message as ShowOrder)?.Show;
}
