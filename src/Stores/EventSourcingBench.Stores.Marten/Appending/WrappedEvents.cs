using EventSourcingBench.Abstractions;
using JasperFx.Events;

namespace EventSourcingBench.Stores.Marten;

/// <summary>Events as Marten takes them: with the caller's id.</summary>
internal static class WrappedEvents
{
    public static Event<StoredEvent> Wrap(EventData given) =>
        new(new StoredEvent(given.Type, given.Data, given.Metadata)) { Id = given.Id };
}
