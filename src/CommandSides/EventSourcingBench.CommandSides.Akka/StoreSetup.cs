using Akka.Actor.Setup;

namespace EventSourcingBench.CommandSides.Akka;

/// <summary>Passes the tested store to the journal, which Akka creates.</summary>
internal sealed class StoreSetup(IEventStore events) : Setup
{
    public IEventStore Events => events;
}
