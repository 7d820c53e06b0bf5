using Akka.Actor;
using Akka.Cluster;

namespace EventSourcingBench.CommandSides.Akka;

/// <summary>Reports when a node has left the cluster: commands sent to it are lost, and can be sent to the next owner.</summary>
internal sealed class LossWatch : ReceiveActor
{
    public LossWatch(Action onLoss) => Receive<ClusterEvent.MemberRemoved>(_ => onLoss());

    protected override void PreStart() => Cluster.Get(Context.System)
        .Subscribe(Self, ClusterEvent.SubscriptionInitialStateMode.InitialStateAsEvents, typeof(ClusterEvent.MemberRemoved));

    protected override void PostStop() => Cluster.Get(Context.System).Unsubscribe(Self);
}
