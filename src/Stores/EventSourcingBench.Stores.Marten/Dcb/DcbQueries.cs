using System.Linq.Expressions;
using JasperFx.Events.Tags;
using LinqExtensions = Marten.Events.LinqExtensions;

namespace EventSourcingBench.Stores.Marten.Dcb;

/// <summary>Translates queries to Marten's tag queries, or to its LINQ if they have no tags.</summary>
internal static class DcbQueries
{
    private static readonly System.Reflection.MethodInfo HasTag =
        typeof(LinqExtensions).GetMethod(nameof(LinqExtensions.HasTag))!.MakeGenericMethod(typeof(Tag));
    private static readonly string OurType = $"{typeof(StoredEvent).FullName}, {typeof(StoredEvent).Assembly.GetName().Name}";

    /// <summary>Marten's query for a superset of the matching events: Marten combines conditions by «or» only and knows .NET types only.
    /// Each item is therefore queried by its first tag, and <see cref="DcbMatching"/> decides the rest.</summary>
    public static EventTagQuery ToTagQuery(this DcbQuery query)
    {
        var asked = new EventTagQuery();
        foreach (var tag in query.Items.Select(i => i.Tags[0]).Distinct(StringComparer.Ordinal))
            asked.Or(new Tag(tag));

        return asked;
    }

    /// <summary>The matching events between two positions, in position order.</summary>
    public static async Task<IReadOnlyList<DcbRecordedEvent>> QueryAsync(
        this IQuerySession session, DcbQuery query, long after, long upTo, int limit, CancellationToken cancellationToken)
    {
        // Excludes Marten's tombstones, which mark the positions of failed appends and have another type.
        IQueryable<IEvent> events = session.Events.QueryAllRawEvents()
            .Where(e => e.Sequence > after && e.Sequence <= upTo && e.DotNetTypeName == OurType);
        if (!query.MatchesAll())
        {
            var recorded = Expression.Parameter(typeof(IEvent), "recorded");
            var any = query.Items.Select(i => Matches(i, recorded)).Aggregate(Expression.OrElse);
            events = events.Where(Expression.Lambda<Func<IEvent, bool>>(any, recorded));
        }

        var found = await events.OrderBy(e => e.Sequence).Take(limit).ToListAsync(cancellationToken);
        return [.. found.Select(TaggedEvents.From)];
    }

    // Marten joins the table of tags: it returns an event once per matching tag.
    public static List<DcbRecordedEvent> Matching(this DcbQuery query, IReadOnlyList<IEvent> fetched) =>
        [.. fetched.DistinctBy(e => e.Sequence).Select(TaggedEvents.From).Where(e => query.Matches(e.Event.Type, e.Tags))];

    private static Expression Matches(DcbQueryItem item, ParameterExpression recorded)
    {
        var name = Expression.Property(recorded, nameof(IEvent.EventTypeName));
        var ofTypes = item.Types.Select(type => (Expression)Expression.Equal(name, Expression.Constant(type)));
        var tagged = item.Tags.Select(tag => (Expression)Expression.Call(HasTag, recorded, Expression.Constant(new Tag(tag))));
        return (item.Types.Count == 0 ? tagged : tagged.Prepend(ofTypes.Aggregate(Expression.OrElse))).Aggregate(Expression.AndAlso);
    }
}

internal static class TaggedEvents
{
    public static Event<StoredEvent> Wrap(DcbEvent given)
    {
        var (happened, tags) = given;
        var wrapped = StoredEvent.Wrap(happened, tags);
        foreach (var tag in tags)
            wrapped.AddTag(new Tag(tag));

        return wrapped;
    }

    public static DcbRecordedEvent From(IEvent recorded)
    {
        var stored = (StoredEvent)recorded.Data;
        return new DcbRecordedEvent(
            recorded.Sequence, new EventData(recorded.Id, stored.Type, stored.Data) { Metadata = stored.Metadata }, stored.Tags ?? []);
    }
}

/// <summary>The single tag type, used for all tags. Its table is <c>mt_event_tag_tag</c>.</summary>
/// <param name="Value">The tag, such as <c>course:c1</c>.</param>
public sealed record Tag(string Value);
