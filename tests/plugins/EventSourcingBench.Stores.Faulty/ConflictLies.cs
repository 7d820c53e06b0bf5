namespace EventSourcingBench.Stores.Faulty;

/// <summary>Appends that are refused without reason or accepted against it, and those to several streams that are no transaction.</summary>
internal static class ConflictLies
{
    public static IReadOnlyList<Lie> All { get; } =
    [
        new("lie-conflict-any", 2, c => Writes.Instead(
            c, w => w.Kind != WriteKind.Bulk && w.Parts[0].Expected.IsAny, w => w.Refuse(c.Log.VersionOf(w.Parts[0].Stream)))),
        new("lie-conflict-right", 20, RefusingRight),
        new("lie-conflict-version", 0, c => Writes.TakingTime(c, w => c.Log.Append(w) switch
        {
            NoneAppended none => none with { Conflict = none.Conflict with { ActualVersion = none.Conflict.ActualVersion + 1 } },
            var result => result,
        })),
        new("lie-lost-update", 3, Accepting),
        new("lie-lost-update-always", 0, Accepting),
        Agg("lie-agg-half", 50, c => Writes.Instead(
            c,
            w => w is { Kind: WriteKind.MultiStream, Parts.Count: > 1 }
                && w.Parts.All(p => p.Expected.Allows(c.Log.VersionOf(p.Stream))),
            w => StoreFirst(c, w))),
        Agg("lie-agg-conflict-half", 0, c => Writes.TakingTime(c, w =>
        {
            var result = c.Log.Append(w);
            StreamAppend[] parts = [.. w.Parts.Where(p => p.Expected.Allows(c.Log.VersionOf(p.Stream)))];
            if (result is NoneAppended && parts.Length > 0)
                c.Log.Append(w with { Parts = parts });

            return result;
        })),
        Agg("lie-agg-lost-update", 3, Accepting),
        Agg("lie-agg-refused", 20, RefusingRight),
        Agg("lie-agg-lost", 1_000, Writes.LosingFirst),
    ];

    /// <summary>Of the appends that expect the right versions one in so many is refused.</summary>
    public static Behaviour RefusingRight(LieContext context) => Writes.Instead(
        context,
        w => w.Parts.All(p => !p.Expected.IsAny && p.Expected.Allows(context.Log.VersionOf(p.Stream))),
        w => w.Refuse(w.Parts[0].Expected.Value + 1));

    /// <summary>Of the appends that are refused one in so many is accepted all the same.</summary>
    public static Behaviour Accepting(LieContext context) =>
        Writes.TakingTime(context, w => context.Log.Append(w) is var result && result is NoneAppended && context.IsDue()
            ? context.Log.Append(w.Unconditional())
            : result);

    private static Lie Agg(string name, int rate, Func<LieContext, Behaviour> make) =>
        new(name, rate, make) { Parts = LieParts.Aggregates | LieParts.Bulk };

    private static MultiStreamResult StoreFirst(LieContext context, Write write)
    {
        if (context.Log.Append(write with { Parts = [write.Parts[0]] }) is not AllAppended first)
            return context.Log.Append(write);

        return new AllAppended([.. write.Parts.Select((p, i) => i == 0
            ? first.Streams[0]
            : new Appended(context.Log.VersionOf(p.Stream) + p.Events.Count, first.Streams[0].Position + i))]);
    }
}
