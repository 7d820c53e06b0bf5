namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>A table of tags with a covering B+tree index: from tags to positions to types.</summary>
internal sealed class BTreeDialect : DcbDialect
{
    public override IReadOnlyList<string> Schema { get; } =
        ["301_dcb_btree", "302_dcb_btree_rarest", "303_dcb_btree_append", "305_dcb_btree_append_one"];

    // Plans are made while the tables are empty and kept for a million events: they must use indexes and nested loops.
    public override string SessionOptions =>
        "-c enable_seqscan=off -c enable_bitmapscan=off -c enable_hashjoin=off -c enable_mergejoin=off";

    public override string Mechanism => "Tags are in a separate table with a covering B+tree index (tag, position; type).";

    public override DcbStatement<IReadOnlyList<PendingRead>> Reading(IReadOnlyList<PendingRead> reads) =>
        reads.All(r => r.Query.HasOneTagEach()) ? BTreeStatements.ReadTags : BTreeStatements.Read;

    public override DcbStatement<DcbRound> Appending(DcbRound round) =>
        round.Appends is [{ Events.Count: 1 } only] && (only.Condition is null || only.Condition.FailIfMatches.HasOneTagEach())
            ? BTreeStatements.AppendOne
            : BTreeStatements.Append;
}
