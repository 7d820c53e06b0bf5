using JasperFx.Events;

namespace EventSourcingBench.Stores.Marten.Dcb;

/// <summary>Converts between the contract's events and Marten's tagged events.</summary>
internal static class TaggedEvents
{
    public static Event<StoredEvent> Wrap(DcbEvent given)
    {
        var (happened, tags) = given;
        var wrapped = StoredEvent.Wrap(happened, tags);
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

/// <summary>The single tag type, used for all tags. Its table is <c>mt_event_tag_tag</c>.</summary>
/// <param name="Value">The tag, such as <c>course:c1</c>.</param>
public sealed record Tag(string Value);
