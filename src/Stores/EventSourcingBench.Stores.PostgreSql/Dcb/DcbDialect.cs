namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>The tables for types and tags, and the two statements that depend on them.</summary>
/// <param name="Schema">The scripts that create the tables and functions, in order.</param>
/// <param name="SessionOptions">Settings of the sessions, as <c>-c name=value</c>.</param>
/// <param name="Mechanism">A sentence about the indexes, for the store's description.</param>
/// <param name="Reading">The statement for reads by these queries, which all have items. Rows: number of the query from 1, head, and the
/// event's columns, null if the query found none.</param>
/// <param name="Appending">The statement that decides these appends. One row with one array: the position of each append, null if its
/// condition failed, 0 if it is undecided.</param>
internal sealed record DcbDialect(
    IReadOnlyList<string> Schema, string SessionOptions, string Mechanism,
    Func<IReadOnlyList<PendingRead>, DcbStatement<IReadOnlyList<PendingRead>>> Reading, Func<DcbRound, DcbStatement<DcbRound>> Appending)
{
    /// <summary>Sets the parameters that are last in every dialect: which appends block which, and the events.</summary>
    public static TypedParameters FillEvents(TypedParameters append, DcbRound round)
    {
        var events = round.Appends.SelectMany((a, number) => a.Events.Select(e => (Number: number, e.Event, e.Tags))).ToList();
        return append.Then(round.Blocked.ToArray()).Then(round.Blockers.ToArray())
            .Then(events.Select(e => e.Number).ToArray())
            .Then(events.Select(e => e.Event.Id).ToArray())
            .Then(events.Select(e => e.Event.Type).ToArray())
            .Then(events.Select(e => QuotedText.Array(e.Tags)).ToArray())
            .Then(events.Select(e => e.Event.Data).ToArray())
            .Then(events.Select(e => e.Event.Metadata.OrNull()).ToArray());
    }
}

/// <summary>A script with parameters from $1, and what sets them.</summary>
internal sealed record DcbStatement<T>(string Script, Func<TypedParameters, T, TypedParameters> Fill);
