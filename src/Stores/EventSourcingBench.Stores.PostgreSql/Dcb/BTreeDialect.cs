namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>
/// A table of tags with a covering B+tree index: from tags to positions to types. Besides the general statements it has simpler
/// ones for items of one tag each: setting up a plan takes the server longer than running it.
/// </summary>
internal sealed class BTreeDialect : DcbDialect
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

    /// <summary>For any appends.</summary>
    private static readonly DcbStatement<DcbRound> Append = new("304_dcb_btree_append_call", (parameters, round) =>
    {
        var (numbers, after) = (new List<int>(), new List<long>());
        var (types, tags) = (new Slices(), new Slices());
        for (var number = 0; number < round.Appends.Count; number++)
        {
            if (round.Appends[number].Condition is { } condition)
            {
                var items = Add(condition.FailIfMatches, types, tags);
                numbers.AddRange(Enumerable.Repeat(number, items));
                after.AddRange(Enumerable.Repeat(condition.After, items));
            }
        }

        return FillEvents(
            parameters.Then(round.Appends.All(a => a.Condition is null || a.Condition.FailIfMatches.HasTagsEach(atMost: 1)))
                .Then(numbers.ToArray()).Then(after.ToArray())
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

    public override IReadOnlyList<string> Schema { get; } =
        ["301_dcb_btree", "302_dcb_btree_rarest", "303_dcb_btree_append", "309_dcb_append_end", "305_dcb_btree_append_one"];

    // Plans are made while the tables are empty and kept for a million events: they must use indexes and nested loops.
    public override string SessionOptions =>
        "-c enable_seqscan=off -c enable_bitmapscan=off -c enable_hashjoin=off -c enable_mergejoin=off";

    public override string Mechanism => "Tags are in a separate table with a covering B+tree index (tag, position; type).";

    public override DcbStatement<IReadOnlyList<PendingRead>> Reading(IReadOnlyList<PendingRead> reads) =>
        reads.All(r => r.Query.HasTagsEach(atMost: 1)) ? ReadTags : Read;

    public override DcbStatement<DcbRound> Appending(DcbRound round) =>
        round.Appends is [{ Events.Count: 1 } only] && (only.Condition is null || only.Condition.FailIfMatches.HasTagsEach(atMost: 1))
            ? AppendOne
            : Append;

    private static (TypedParameters Queries, Slices Types, Slices Tags) FillQueries(
        TypedParameters parameters, IReadOnlyList<PendingRead> reads)
    {
        var (after, most) = (new long[reads.Count], new long[reads.Count]);
        var (first, last) = (new int[reads.Count], new int[reads.Count]);
        var (types, tags) = (new Slices(), new Slices());
        var items = 0;
        for (var i = 0; i < reads.Count; i++)
        {
            (after[i], most[i], first[i]) = (reads[i].After, reads[i].Limit, items + 1);
            items += Add(reads[i].Query, types, tags);
            last[i] = items;
        }

        return (parameters.Then(after).Then(most).Then(first).Then(last), types, tags);
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
