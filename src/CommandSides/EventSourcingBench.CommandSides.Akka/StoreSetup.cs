using Akka.Actor.Setup;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.CommandSides.Akka;

/// <summary>Gives the journal, which Akka makes, the store that is under test.</summary>
internal sealed class StoreSetup(IEventStore events) : Setup
{
    public IEventStore Events => events;
}
