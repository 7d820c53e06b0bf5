using EventSourcingBench.Abstractions;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>A table of tags with a covering B+tree index: from tags to positions to types.</summary>
internal sealed class BTreeDialect : DcbDialect
{
    public override IReadOnlyList<string> Schema { get; } = ["301_dcb_btree", "302_dcb_btree_rarest", "303_dcb_btree_append"];

    // Plans are made while the tables are empty and kept for a million events: only index plans will do.
    public override string SessionOptions => "-c enable_seqscan=off -c enable_bitmapscan=off";

    public override string Mechanism => "Tags are in a table of their own with a covering B+tree index (tag, position; type).";

    public override NpgsqlBatchCommand Read(SqlScripts scripts) => new NpgsqlBatchCommand(scripts.Get("311_dcb_btree_read"))
        .Longs().Longs().Integers().Integers().Integers().Integers().Integers().Integers().Texts().Texts();

    public override void Fill(NpgsqlBatchCommand read, IReadOnlyList<PendingRead> reads)
    {
        var (after, most) = (new long[reads.Count], new long[reads.Count]);
        var (first, last) = (new int[reads.Count], new int[reads.Count]);
        var (types, tags) = (new Slices(), new Slices());
        var items = 0;
        for (var i = 0; i < reads.Count; i++)
        {
            (after[i], most[i], first[i]) = (reads[i].After, reads[i].Limit, items + 1);
            Add(reads[i].Query, types, tags);
            last[i] = items += reads[i].Query.Items.Count;
        }

        read.Set(0, after);
        read.Set(1, most);
        read.Set(2, first);
        read.Set(3, last);
        read.Set(4, types.From);
        read.Set(5, types.To);
        read.Set(6, tags.From);
        read.Set(7, tags.To);
        read.Set(8, types.Texts);
        read.Set(9, tags.Texts);
    }

    public override NpgsqlBatchCommand Append(SqlScripts scripts) => DeclareEvents(
        new NpgsqlBatchCommand(scripts.Get("304_dcb_btree_append_call")).Integers().Longs().Integers().Integers().Integers().Integers().Texts().Texts());

    public override void Fill(NpgsqlBatchCommand append, DcbRound round)
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

        append.Set(0, numbers.ToArray());
        append.Set(1, after.ToArray());
        append.Set(2, types.From);
        append.Set(3, types.To);
        append.Set(4, tags.From);
        append.Set(5, tags.To);
        append.Set(6, types.Texts);
        append.Set(7, tags.Texts);
        FillEvents(append, 8, round);
    }

    // A query without items becomes one item that takes any event.
    private static int Add(DcbQuery query, Slices types, Slices tags)
    {
        foreach (var item in query.Items)
        {
            types.Add(item.Types);
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
