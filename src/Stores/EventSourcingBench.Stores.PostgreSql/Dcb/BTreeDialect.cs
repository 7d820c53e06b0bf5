using NpgsqlTypes;

namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>
/// A table of tags with a covering B+tree index: from tags to positions to types. Besides the general statements it has simpler
/// ones for items of one tag each: setting up a plan takes the server longer than running it.
/// </summary>
internal sealed class BTreeDialect : DcbDialect
{
    /// <summary>For any queries with items.</summary>
    private static readonly DcbStatement<IReadOnlyList<PendingRead>> Read = new(
        "311_dcb_btree_read",
        parameters => parameters.Longs().Longs().Integers().Integers().Integers().Integers().Integers().Integers().Texts().Texts(),
        (slots, reads) =>
        {
            var (types, tags) = FillQueries(slots, reads);
            slots.Set(4, types.From);
            slots.Set(5, types.To);
            slots.Set(6, tags.From);
            slots.Set(7, tags.To);
            slots.Set(8, types.Texts);
            slots.Set(9, tags.Texts);
        });

    /// <summary>For queries whose items have one tag each.</summary>
    private static readonly DcbStatement<IReadOnlyList<PendingRead>> ReadTags = new(
        "310_dcb_btree_read_tags",
        parameters => parameters.Longs().Longs().Integers().Integers().Texts().Integers().Integers().Texts(),
        (slots, reads) =>
        {
            var (types, tags) = FillQueries(slots, reads);
            slots.Set(4, tags.Texts);
            slots.Set(5, types.From);
            slots.Set(6, types.To);
            slots.Set(7, types.Texts);
        });

    /// <summary>For any appends.</summary>
    private static readonly DcbStatement<DcbRound> Append = new(
        "304_dcb_btree_append_call",
        parameters => DeclareEvents(
            parameters.With<bool>(NpgsqlDbType.Boolean).Integers().Longs().Integers().Integers().Integers().Integers().Texts().Texts()),
        (slots, round) =>
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

            slots.Set(0, round.Appends.All(a => a.Condition is null || a.Condition.FailIfMatches.HasTagsEach(atMost: 1)));
            slots.Set(1, numbers.ToArray());
            slots.Set(2, after.ToArray());
            slots.Set(3, types.From);
            slots.Set(4, types.To);
            slots.Set(5, tags.From);
            slots.Set(6, tags.To);
            slots.Set(7, types.Texts);
            slots.Set(8, tags.Texts);
            FillEvents(slots, 9, round);
        });

    /// <summary>For one append of one event, with an optional condition whose items have one tag each.</summary>
    private static readonly DcbStatement<DcbRound> AppendOne = new(
        "306_dcb_btree_append_one_call",
        parameters => parameters.With<long>(NpgsqlDbType.Bigint).Texts().Integers().Integers().Texts()
            .With<Guid>(NpgsqlDbType.Uuid).With<string>(NpgsqlDbType.Text).Texts()
            .With<ReadOnlyMemory<byte>>(NpgsqlDbType.Json).With<ReadOnlyMemory<byte>?>(NpgsqlDbType.Json),
        (slots, round) =>
        {
            var append = round.Appends[0];
            var (types, tags) = (new Slices(), new Slices());
            if (append.Condition is { } condition)
            {
                Add(condition.FailIfMatches, types, tags);
            }

            var (happened, itsTags) = append.Events[0];
            slots.Set(0, append.Condition?.After ?? 0);
            slots.Set(1, tags.Texts);
            slots.Set(2, types.From);
            slots.Set(3, types.To);
            slots.Set(4, types.Texts);
            slots.Set(5, happened.Id);
            slots.Set(6, happened.Type);
            slots.Set(7, itsTags.ToArray());
            slots.Set(8, happened.Data);
            slots.Set(9, happened.Metadata.OrNull());
        });

    public override IReadOnlyList<string> Schema { get; } =
        ["301_dcb_btree", "302_dcb_btree_rarest", "303_dcb_btree_append", "305_dcb_btree_append_one"];

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

    private static (Slices Types, Slices Tags) FillQueries(DcbSlots slots, IReadOnlyList<PendingRead> reads)
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

        slots.Set(0, after);
        slots.Set(1, most);
        slots.Set(2, first);
        slots.Set(3, last);
        return (types, tags);
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
