namespace EventSourcingBench.Stores.Faulty;

/// <summary>Appends that are refused without reason, and others that are accepted against it.</summary>
internal static class ConflictLies
{
    public static IReadOnlyList<Lie> All { get; } =
    [
        new("lie-conflict-any", "Refuses every second append that expects any version",
            "A version conflict of an append that cannot have one")
        {
            Rate = 2,
            Make = c => Writes.Instead(
                c, w => w.Kind != WriteKind.Bulk && w.Parts[0].Expected.IsAny, w => w.Refuse(c.Log.VersionOf(w.Parts[0].Stream))),
        },
        new("lie-conflict-right", "Refuses one in 20 appends that expect the right version",
            "A version conflict with a version that the stream never had in time") { Rate = 20, Make = RefusingRight },
        new("lie-conflict-version", "Answers each version conflict with a version that is one too high",
            "The version of a conflict is one that the stream did not have")
        {
            Make = c => Writes.TakingTime(c, w => c.Log.Append(w) switch
            {
                NoneAppended none => none with { Conflict = none.Conflict with { ActualVersion = none.Conflict.ActualVersion + 1 } },
                var result => result,
            }),
        },
        new("lie-lost-update", "Accepts every third append that expects a wrong version",
            "An append was accepted though the stream never had the expected version in time") { Rate = 3, Make = Accepting },
        new("lie-lost-update-always", "Takes no notice of expected versions",
            "No version conflict ever, though appends expect wrong versions") { Make = Accepting },
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
}
