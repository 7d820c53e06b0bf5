namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>The tables for types and tags, and the two statements that depend on them.</summary>
internal abstract class DcbDialect
{
    /// <summary>The scripts that create the tables and functions, in order.</summary>
    public abstract IReadOnlyList<string> Schema { get; }

    /// <summary>Settings of the sessions, as <c>-c name=value</c>.</summary>
    public abstract string SessionOptions { get; }

    /// <summary>A sentence about the indexes, for the store's description.</summary>
    public abstract string Mechanism { get; }

    /// <summary>
    /// The statement for reads by these queries, which all have items. Rows: number of the query from 1, head, and the event's
    /// columns, null if the query found none.
    /// </summary>
    public abstract DcbStatement<IReadOnlyList<PendingRead>> Reading(IReadOnlyList<PendingRead> reads);

    /// <summary>
    /// The statement that decides these appends. One row with one array: the position of each append, null if its condition
    /// failed, 0 if it is undecided.
    /// </summary>
    public abstract DcbStatement<DcbRound> Appending(DcbRound round);

    /// <summary>Sets the parameters that are last in every dialect: which appends block which, and the events.</summary>
    protected static TypedParameters FillEvents(TypedParameters append, DcbRound round)
    {
        var count = round.Appends.Sum(a => a.Events.Count);
        var (numbers, ids, types, tags) = (new int[count], new Guid[count], new string[count], new string[count]);
        var (data, metadata) = (new ReadOnlyMemory<byte>[count], new ReadOnlyMemory<byte>?[count]);
        var i = 0;
        for (var number = 0; number < round.Appends.Count; number++)
        {
            foreach (var (happened, itsTags) in round.Appends[number].Events)
            {
                (numbers[i], ids[i], types[i]) = (number, happened.Id, happened.Type);
                (tags[i], data[i]) = (QuotedText.Array(itsTags), happened.Data);
                metadata[i++] = happened.Metadata.OrNull();
            }
        }

        return append.Then(round.Blocked).Then(round.Blockers)
            .Then(numbers).Then(ids).Then(types).Then(tags).Then(data).Then(metadata);
    }
}

/// <summary>A script with parameters from $1, and what sets them.</summary>
internal sealed record DcbStatement<T>(string Script, Func<TypedParameters, T, TypedParameters> Fill);
