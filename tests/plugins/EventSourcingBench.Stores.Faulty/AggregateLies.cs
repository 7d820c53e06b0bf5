namespace EventSourcingBench.Stores.Faulty;

/// <summary>Appends to several streams that are not one transaction.</summary>
internal static class AggregateLies
{
    private const LieParts Aggregates = LieParts.Aggregates | LieParts.Bulk;

    public static IReadOnlyList<Lie> All { get; } =
    [
        new("lie-agg-half", "Acknowledges one in 50 appends to several streams and stores only the first stream's part",
            "Of an acknowledged append one stream has its events and another has not")
        {
            Parts = Aggregates,
            Rate = 50,
            Make = c => Writes.Instead(
                c,
                w => w is { Kind: WriteKind.MultiStream, Parts.Count: > 1 }
                    && w.Parts.All(p => p.Expected.Allows(c.Log.VersionOf(p.Stream))),
                w => StoreFirst(c, w)),
        },
        new("lie-agg-conflict-half", "Of a refused append to several streams stores the parts that have no conflict",
            "An event is there though the store answered with a version conflict")
        {
            Parts = Aggregates,
            Make = c => Writes.TakingTime(c, w =>
            {
                var result = c.Log.Append(w);
                StreamAppend[] parts = [.. w.Parts.Where(p => p.Expected.Allows(c.Log.VersionOf(p.Stream)))];
                if (result is NoneAppended && parts.Length > 0)
                {
                    c.Log.Append(w with { Parts = parts });
                }

                return result;
            }),
        },
        new("lie-agg-lost-update", "Accepts every third append to several streams that expects a wrong version",
            "An append was accepted though a stream never had the expected version in time")
        {
            Parts = Aggregates,
            Rate = 3,
            Make = ConflictLies.Accepting,
        },
        new("lie-agg-refused", "Refuses one in 20 appends to several streams that expect the right versions",
            "A version conflict with a version that the stream never had in time")
        {
            Parts = Aggregates,
            Rate = 20,
            Make = ConflictLies.RefusingRight,
        },
        new("lie-agg-lost", "Acknowledges each append and loses the first event of one in 1,000",
            "An acknowledged event that no reader sees; its version is a gap")
        {
            Parts = Aggregates,
            Rate = 1_000,
            Make = Writes.LosingFirst,
        },
    ];

    private static MultiStreamResult StoreFirst(LieContext context, Write write)
    {
        if (context.Log.Append(write with { Parts = [write.Parts[0]] }) is not AllAppended first)
        {
            return context.Log.Append(write);
        }

        return new AllAppended([.. write.Parts.Select((p, i) => i == 0
            ? first.Streams[0]
            : new Appended(context.Log.VersionOf(p.Stream) + p.Events.Count, first.Streams[0].Position + i))]);
    }
}
