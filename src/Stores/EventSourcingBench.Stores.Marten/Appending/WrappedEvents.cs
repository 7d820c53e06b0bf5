using JasperFx.Events;

namespace EventSourcingBench.Stores.Marten.Appending;

/// <summary>Converts events to Marten's, with the caller's ids.</summary>
internal static class WrappedEvents
{
    public static Event<StoredEvent> Wrap(EventData given) =>
        new(new StoredEvent(given.Type, given.Data, given.Metadata)) { Id = given.Id };
}
