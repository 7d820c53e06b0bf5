using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>How events are found by types and tags: the tables, and the two statements that know them.</summary>
internal abstract class DcbDialect
{
    /// <summary>The scripts that make the tables and functions, in order.</summary>
    public abstract IReadOnlyList<string> Schema { get; }

    /// <summary>Settings of the sessions, as <c>-c name=value</c>.</summary>
    public abstract string SessionOptions { get; }

    /// <summary>One sentence on the indexes.</summary>
    public abstract string Mechanism { get; }

    /// <summary>
    /// The statement that reads by these queries, which all have items. Rows: number of the query from 1, head, and the
    /// event's columns, null where the query found none.
    /// </summary>
    public abstract DcbStatement<IReadOnlyList<PendingRead>> Reading(IReadOnlyList<PendingRead> reads);

    /// <summary>The statement that decides these appends. One row, one array: the position of each, null where it is refused, 0 where it is not decided.</summary>
    public abstract DcbStatement<DcbRound> Appending(DcbRound round);

    /// <summary>The events' parameters, which come last in every dialect.</summary>
    public static NpgsqlParameterCollection DeclareEvents(NpgsqlParameterCollection parameters) =>
        parameters.Integers().Integers().Integers().Ids().Texts().Texts().Documents().OptionalDocuments();

    /// <summary>Fills them, and who is blocked by whom.</summary>
    public static void FillEvents(DcbSlots append, int first, DcbRound round)
    {
        var count = round.Appends.Sum(a => a.Events.Count);
        var (numbers, ids, types, tags) = (new int[count], new Guid[count], new string[count], new string[count]);
        var data = new ReadOnlyMemory<byte>[count];
        var metadata = new ReadOnlyMemory<byte>?[count];
        var i = 0;
        for (var number = 0; number < round.Appends.Count; number++)
        {
            foreach (var (happened, itsTags) in round.Appends[number].Events)
            {
                (numbers[i], ids[i], types[i], tags[i], data[i]) = (number, happened.Id, happened.Type, ArrayText.Of(itsTags), happened.Data);

                // Without the type, null would become an empty memory.
                metadata[i++] = happened.Metadata.IsEmpty ? default(ReadOnlyMemory<byte>?) : happened.Metadata;
            }
        }

        append.Set(first, round.Blocked);
        append.Set(first + 1, round.Blockers);
        append.Set(first + 2, numbers);
        append.Set(first + 3, ids);
        append.Set(first + 4, types);
        append.Set(first + 5, tags);
        append.Set(first + 6, data);
        append.Set(first + 7, metadata);
    }
}
