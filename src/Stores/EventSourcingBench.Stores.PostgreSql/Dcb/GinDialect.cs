namespace EventSourcingBench.Stores.PostgreSql.Dcb;

internal sealed class GinDialect : DcbDialect
{
    private static readonly DcbStatement<IReadOnlyList<PendingRead>> Read = new("411_dcb_gin_read", (parameters, reads) => parameters
        .Then(reads.Select(r => r.After).ToArray())
        .Then(reads.Select(r => (long)r.Limit).ToArray())
        .Then(reads.Select(r => QuotedText.Words(r.Query)).ToArray()));

    private static readonly DcbStatement<DcbRound> Append = new("403_dcb_gin_append_call", (parameters, round) =>
    {
        var conditions = round.Appends.Select((a, n) => (Number: n, Of: a.Condition!)).Where(c => c.Of is not null).ToList();
        return FillEvents(
            parameters.Then(conditions.Select(c => c.Number).ToArray())
                .Then(conditions.Select(c => c.Of.After).ToArray())
                .Then(conditions.Select(c => QuotedText.Words(c.Of.FailIfMatches)).ToArray()),
            round);
    });

    public override IReadOnlyList<string> Schema { get; } = ["300_dcb_events", "401_dcb_gin", "402_dcb_gin_append", "309_dcb_append_end"];

    // A GIN index supports bitmap scans only. Sequential scans, planned on an empty table, would be kept.
    public override string SessionOptions => "-c enable_seqscan=off";

    public override string Mechanism => "Types and tags are words of a tsvector with a GIN index; a query is a tsquery.";

    public override DcbStatement<IReadOnlyList<PendingRead>> Reading(IReadOnlyList<PendingRead> reads) => Read;

    public override DcbStatement<DcbRound> Appending(DcbRound round) => Append;
}
