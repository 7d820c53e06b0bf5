namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>A table of tags with a covering B+tree index: from tags to positions to types. Besides the general statements it has simpler
/// ones for items of one tag each: setting up a plan takes the server longer than running it.</summary>
internal static class BTreeDialect
{
    /// <summary>For any queries with items.</summary>
    private static readonly DcbStatement<IReadOnlyList<PendingRead>> Read = new("311_dcb_btree_read", (parameters, reads) =>
    {
        var (queries, types, tags) = FillQueries(parameters, reads);
        return queries.Then(types.From).Then(types.To).Then(tags.From).Then(tags.To).Then(types.Texts).Then(tags.Texts);
    });

    /// <summary>For queries whose items have one tag each.</summary>
    private static readonly DcbStatement<IReadOnlyList<PendingRead>> ReadTags = new("310_dcb_btree_read_tags", (parameters, reads) =>
    {
        var (queries, types, tags) = FillQueries(parameters, reads);
        return queries.Then(tags.Texts).Then(types.From).Then(types.To).Then(types.Texts);
    });

    private static readonly DcbStatement<DcbRound> Append = new("304_dcb_btree_append_call", (parameters, round) =>
    {
        var (types, tags) = (new Slices(), new Slices());
        var items = round.Appends.SelectMany((append, number) => append.Condition is { } condition
            ? Enumerable.Repeat((Number: number, condition.After), Add(condition.FailIfMatches, types, tags)) : []).ToList();
        return DcbDialect.FillEvents(
            parameters.Then(round.Appends.TrueForAll(HasOneTagEach))
                .Then(items.Select(i => i.Number).ToArray()).Then(items.Select(i => i.After).ToArray())
                .Then(types.From).Then(types.To).Then(tags.From).Then(tags.To).Then(types.Texts).Then(tags.Texts),
            round);
    });

    /// <summary>For one append of one event, with an optional condition whose items have one tag each.</summary>
    private static readonly DcbStatement<DcbRound> AppendOne = new("306_dcb_btree_append_one_call", (parameters, round) =>
    {
        var append = round.Appends[0];
        var (types, tags) = (new Slices(), new Slices());
        if (append.Condition is { } condition)
            Add(condition.FailIfMatches, types, tags);

        var (happened, itsTags) = append.Events[0];
        return parameters.Then(append.Condition?.After ?? 0).Then(tags.Texts).Then(types.From).Then(types.To).Then(types.Texts)
            .Then(happened.Id).Then(happened.Type).Then(itsTags.ToArray()).Then(happened.Data).Then(happened.Metadata.OrNull());
    });

    public static DcbDialect Instance { get; } = new(
        ["300_dcb_events", "301_dcb_btree", "302_dcb_btree_rarest", "303_dcb_btree_append", "309_dcb_append_end",
            "305_dcb_btree_append_one"],
        // Plans are made while the tables are empty and kept for a million events: they must use indexes and nested loops.
        "-c enable_seqscan=off -c enable_bitmapscan=off -c enable_hashjoin=off -c enable_mergejoin=off",
        "Tags are in a separate table with a covering B+tree index (tag, position; type).",
        reads => reads.All(r => r.Query.HasTagsEach(atMost: 1)) ? ReadTags : Read,
        round => round.Appends is [{ Events.Count: 1 } only] && HasOneTagEach(only) ? AppendOne : Append);

    private static bool HasOneTagEach(PendingDcbAppend append) => append.Condition?.FailIfMatches.HasTagsEach(atMost: 1) != false;

    private static (TypedParameters Queries, Slices Types, Slices Tags) FillQueries(
        TypedParameters parameters, IReadOnlyList<PendingRead> reads)
    {
        var (types, tags) = (new Slices(), new Slices());
        var items = 0;
        var slices = reads.Select(r => (First: items + 1, Last: items += Add(r.Query, types, tags))).ToList();
        var queries = parameters
            .Then(reads.Select(r => r.After).ToArray()).Then(reads.Select(r => (long)r.Limit).ToArray())
            .Then(slices.Select(s => s.First).ToArray()).Then(slices.Select(s => s.Last).ToArray());
        return (queries, types, tags);
    }

    // A query without items becomes one item that matches any event.
    private static int Add(DcbQuery query, Slices types, Slices tags)
    {
        foreach (var item in query.Items)
        {
            types.AddOrRepeat(item.Types);
            tags.Add(item.Tags);
        }

        if (query.Items.Count == 0)
        {
            types.Add([]);
            tags.Add([]);
        }

        return Math.Max(1, query.Items.Count);
    }
}
