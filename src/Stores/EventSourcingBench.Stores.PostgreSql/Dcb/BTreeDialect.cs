namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>A table of tags with a covering B+tree index: from tags to positions to types. Besides the general statements it has simpler
/// ones for items of one tag each: setting up a plan takes the server longer than running it.</summary>
internal static class BTreeDialect
{
    /// <summary>For any queries with items.</summary>
    private static readonly DcbStatement<IReadOnlyList<PendingRead>> Read =
        new("311_dcb_btree_read", (parameters, reads) => FillQueries(parameters, reads, oneTagEach: false));

    /// <summary>For queries whose items have one tag each.</summary>
    private static readonly DcbStatement<IReadOnlyList<PendingRead>> ReadTags =
        new("310_dcb_btree_read_tags", (parameters, reads) => FillQueries(parameters, reads, oneTagEach: true));

    private static readonly DcbStatement<DcbRound> Append = new("304_dcb_btree_append_call", (parameters, round) =>
    {
        var oneTagEach = round.Appends.TrueForAll(HasOneTagEach);
        var items = round.Appends.SelectMany((append, number) => append.Condition is { } condition
            ? ItemsOf(condition.FailIfMatches).Select(item => (Number: number, condition.After, Item: item)) : []).ToList();
        parameters = parameters.Then(oneTagEach)
            .Then(items.Select(i => i.Number).ToArray()).Then(items.Select(i => i.After).ToArray());
        return DcbDialect.FillEvents(FillItems(parameters, items.ConvertAll(i => i.Item), oneTagEach), round);
    });

    /// <summary>For one append of one event, with an optional condition whose items have one tag each.</summary>
    private static readonly DcbStatement<DcbRound> AppendOne = new("306_dcb_btree_append_one_call", (parameters, round) =>
    {
        var append = round.Appends[0];
        var (happened, tags) = append.Events[0];
        return FillItems(parameters.Then(append.Condition?.After ?? 0), append.Condition?.FailIfMatches.Items ?? [], oneTagEach: true)
            .Then(happened.Id).Then(happened.Type).Then(tags.ToArray()).Then(happened.Data).Then(happened.Metadata.OrNull());
    });

    private static readonly DcbQueryItem[] Any = [new([], [])];

    public static DcbDialect Instance { get; } = new(
        ["300_dcb_events", "301_dcb_btree", "302_dcb_btree_rarest", "303_dcb_btree_append", "309_dcb_append_end",
            "305_dcb_btree_append_one"],
        // Plans are made while the tables are empty and kept for a million events: they must use indexes and nested loops.
        "-c enable_seqscan=off -c enable_bitmapscan=off -c enable_hashjoin=off -c enable_mergejoin=off",
        "Tags are in a separate table with a covering B+tree index (tag, position; type).",
        reads => reads.All(r => r.Query.HasTagsEach(atMost: 1)) ? ReadTags : Read,
        round => round.Appends is [{ Events.Count: 1 } only] && HasOneTagEach(only) ? AppendOne : Append);

    private static bool HasOneTagEach(PendingDcbAppend append) => append.Condition?.FailIfMatches.HasTagsEach(atMost: 1) != false;

    // A query without items becomes one item that matches any event.
    private static IReadOnlyList<DcbQueryItem> ItemsOf(DcbQuery query) => query.Items.Count > 0 ? query.Items : Any;

    private static TypedParameters FillQueries(TypedParameters parameters, IReadOnlyList<PendingRead> reads, bool oneTagEach)
    {
        var last = 0;
        var slices = reads.Select(r => (First: last + 1, Last: last += r.Query.Items.Count)).ToList();
        parameters = parameters
            .Then(reads.Select(r => r.After).ToArray()).Then(reads.Select(r => (long)r.Limit).ToArray())
            .Then(slices.Select(s => s.First).ToArray()).Then(slices.Select(s => s.Last).ToArray());
        return FillItems(parameters, [.. reads.SelectMany(r => r.Query.Items)], oneTagEach);
    }

    // Types and tags are texts of arrays, because nested arrays must be rectangular.
    private static TypedParameters FillItems(TypedParameters parameters, IReadOnlyCollection<DcbQueryItem> items, bool oneTagEach) =>
        parameters.Then(items.Select(i => oneTagEach ? i.Tags[0] : QuotedText.Array(i.Tags)).ToArray())
            .Then(items.Select(i => QuotedText.Array(i.Types)).ToArray());
}
