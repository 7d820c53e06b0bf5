namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>Types and tags as words of a text, with a GIN index.</summary>
internal sealed class GinDialect : DcbDialect
{
    private static readonly DcbStatement<IReadOnlyList<PendingRead>> Read = new(
        "411_dcb_gin_read", parameters => parameters.Longs().Longs().Texts(), FillRead);

    private static readonly DcbStatement<DcbRound> Append = new(
        "403_dcb_gin_append_call", parameters => DeclareEvents(parameters.Integers().Longs().Texts()), FillAppend);

    public override IReadOnlyList<string> Schema { get; } = ["401_dcb_gin", "402_dcb_gin_append"];

    // A GIN index supports bitmap scans only. Sequential scans, planned on an empty table, would be kept.
    public override string SessionOptions => "-c enable_seqscan=off";

    public override string Mechanism => "Types and tags are words of a tsvector with a GIN index; a query is a tsquery.";

    public override DcbStatement<IReadOnlyList<PendingRead>> Reading(IReadOnlyList<PendingRead> reads) => Read;

    public override DcbStatement<DcbRound> Appending(DcbRound round) => Append;

    private static void FillRead(DcbSlots read, IReadOnlyList<PendingRead> reads)
    {
        read.Set(0, reads.Select(r => r.After).ToArray());
        read.Set(1, reads.Select(r => (long)r.Limit).ToArray());
        read.Set(2, reads.Select(r => TextQuery.Of(r.Query)).ToArray());
    }

    private static void FillAppend(DcbSlots append, DcbRound round)
    {
        var numbers = Enumerable.Range(0, round.Appends.Count).Where(n => round.Appends[n].Condition is not null).ToArray();
        append.Set(0, numbers);
        append.Set(1, numbers.Select(n => round.Appends[n].Condition!.After).ToArray());
        append.Set(2, numbers.Select(n => TextQuery.Of(round.Appends[n].Condition!.FailIfMatches)).ToArray());
        FillEvents(append, 3, round);
    }
}
