using System.Buffers;
using System.Text.Encodings.Web;

namespace EventSourcingBench.Stores.Sqlite.Dcb;

/// <summary>A conditional append. The writer is the only one, so the condition's result still holds at the commit.</summary>
internal sealed class DcbAppend(IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition)
{
    private static readonly JsonWriterOptions TagsOptions =
        new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, SkipValidation = true };

    /// <exception cref="ArgumentException">An event id exists from another append; nothing was appended.</exception>
    public DcbAppendResult Append(SqliteConnection connection)
    {
        if (condition is not null && QueryBinding.Exists(connection, condition.FailIfMatches, condition.After))
            return new DcbAppendResult(FindRetried(connection));

        long position = 0;
        if (Savepoint.TryInsert(connection, isNeeded: true, () => position = Insert(connection)))
            return new DcbAppendResult(position);

        // Only the index of ids can refuse the insert.
        return FindRetried(connection) is { } retried
            ? new DcbAppendResult(retried)
            : throw new ArgumentException("An event id of the append already exists in the store, from another append.");
    }

    private long Insert(SqliteConnection connection)
    {
        var tagsText = new ArrayBufferWriter<byte>();
        var appendEvent = connection.Script("110_dcb_append_event");
        var appendTag = connection.Script("111_dcb_append_tag");
        long position = 0;
        foreach (var (data, tags) in events)
        {
            tagsText.ResetWrittenCount();
            WriteTags(tagsText, tags);
            appendEvent.Bind(1, data.Id).Bind(2, data.Type).BindText(3, tagsText.WrittenSpan).Bind(4, data.Data.Span);
            _ = data.Metadata.IsEmpty ? appendEvent.BindNull(5) : appendEvent.Bind(5, data.Metadata.Span);
            appendEvent.Run();
            position = connection.LastInsertedRow;
            appendTag.Bind(2, position).Bind(3, data.Type);
            foreach (var tag in tags)
                appendTag.Bind(1, tag).Run();
        }

        return position;
    }

    /// <summary>The position of the last event if all of them come from one append; otherwise null.</summary>
    private long? FindRetried(SqliteConnection connection)
    {
        var first = Find(connection, events[0].Event.Id);
        var last = Find(connection, events[^1].Event.Id);
        return first is not null && last == first + events.Count - 1 ? last : null;
    }

    private static long? Find(SqliteConnection connection, Guid id) =>
        connection.Script("112_dcb_find_event").Bind(1, id).First<long?>(static s => s.Int64(0));

    // The tags as a JSON array, as stored in the events table.
    private static void WriteTags(ArrayBufferWriter<byte> buffer, IReadOnlyList<string> tags)
    {
        using var writer = new Utf8JsonWriter(buffer, TagsOptions);
        writer.WriteStartArray();
        foreach (var tag in tags)
            writer.WriteStringValue(tag);

        writer.WriteEndArray();
    }
}
