namespace EventSourcingBench.Stores.PostgreSql.Dcb;

internal static class GinDialect
{
    private static readonly DcbStatement<IReadOnlyList<PendingRead>> Read = new("411_dcb_gin_read", (parameters, reads) => parameters
        .Then(reads.Select(r => r.After).ToArray())
        .Then(reads.Select(r => (long)r.Limit).ToArray())
        .Then(reads.Select(r => QuotedText.Words(r.Query)).ToArray()));

    private static readonly DcbStatement<DcbRound> Append = new("403_dcb_gin_append_call", (parameters, round) =>
    {
        var conditions = round.Appends.Select((a, n) => (Number: n, Of: a.Condition!)).Where(c => c.Of is not null).ToList();
        return DcbDialect.FillEvents(
            parameters.Then(conditions.Select(c => c.Number).ToArray())
                .Then(conditions.Select(c => c.Of.After).ToArray())
                .Then(conditions.Select(c => QuotedText.Words(c.Of.FailIfMatches)).ToArray()),
            round);
    });

    public static DcbDialect Instance { get; } = new(
        ["300_dcb_events", "401_dcb_gin", "402_dcb_gin_append", "309_dcb_append_end"],
        // A GIN index supports bitmap scans only. Sequential scans, planned on an empty table, would be kept.
        "-c enable_seqscan=off",
        "Types and tags are words of a tsvector with a GIN index; a query is a tsquery.",
        _ => Read,
        _ => Append);
}
