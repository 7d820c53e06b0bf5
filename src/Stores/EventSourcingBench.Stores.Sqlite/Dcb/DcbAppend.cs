using System.Text.Encodings.Web;

namespace EventSourcingBench.Stores.Sqlite.Dcb;

/// <summary>A conditional append. The writer is the only one, so the condition's result still holds at the commit.</summary>
internal sealed class DcbAppend(IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition)
{
    private static readonly JsonSerializerOptions TagsOptions = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <exception cref="ArgumentException">An event id exists from another append; nothing was appended.</exception>
    public DcbAppendResult Append(SqliteConnection connection)
    {
        if (condition is not null && QueryBinding.Exists(connection, condition.FailIfMatches, condition.After))
            return new DcbAppendResult(FindRetried(connection));

        long position = 0;
        if (connection.TryInsert(() => position = Insert(connection)))
            return new DcbAppendResult(position);

        // Only the index of ids can refuse the insert.
        return new DcbAppendResult(FindRetried(connection)
            ?? throw new ArgumentException("An event id of the append already exists in the store, from another append."));
    }

    private long Insert(SqliteConnection connection)
    {
        var appendEvent = connection.Script("110_dcb_append_event");
        var appendTag = connection.Script("111_dcb_append_tag");
        long position = 0;
        foreach (var (data, tags) in events)
        {
            appendEvent.Bind(1, data.Id).Bind(2, data.Type).Bind(3, JsonSerializer.Serialize(tags, TagsOptions)).Bind(4, data.Data.Span)
                .BindOrNull(5, data.Metadata.Span).Run();
            position = connection.LastInsertedRow;
            appendTag.Bind(2, position).Bind(3, data.Type);
            foreach (var tag in tags)
                appendTag.Bind(1, tag).Run();
        }

        return position;
    }

    /// <summary>The position of the last event if all of them come from one append; otherwise null.</summary>
    private long? FindRetried(SqliteConnection connection) => Appends.EndOfRetried(events.Select(
        e => connection.Script("112_dcb_find_event").Bind(1, e.Event.Id).First<long?>(static s => s.Int64(0))));
}
