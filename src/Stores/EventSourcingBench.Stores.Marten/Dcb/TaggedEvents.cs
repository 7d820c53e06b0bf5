using JasperFx.Events;

namespace EventSourcingBench.Stores.Marten.Dcb;

/// <summary>Converts between the contract's events and Marten's tagged events.</summary>
internal static class TaggedEvents
{
    public static Event<StoredEvent> Wrap(DcbEvent given)
    {
        var (happened, tags) = given;
        var wrapped = new Event<StoredEvent>(new StoredEvent(happened.Type, happened.Data, happened.Metadata) { Tags = tags }) { Id = happened.Id };
        foreach (var tag in tags)
        {
            wrapped.AddTag(new Tag(tag));
        }

        return wrapped;
    }

    public static DcbRecordedEvent From(IEvent recorded)
    {
        var stored = (StoredEvent)recorded.Data;
        return new DcbRecordedEvent(
            recorded.Sequence, new EventData(recorded.Id, stored.Type, stored.Data) { Metadata = stored.Metadata }, stored.Tags);
    }
}
