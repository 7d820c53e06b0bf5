namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>Judges every load of the suite: its digest is that of the events which are there, and where the store promises linearizable
/// reads it shows what was acknowledged before it began. Judges every append by its argument, the version that it has to have: it is there,
/// and one that may be anywhere had no conflict. The length is how many events each known stream had before the load.</summary>
internal sealed class MixedRule(StepHistory history, bool isLinearizable, Func<int, long> length) : IRule
{
    /// <summary>The argument of an append that expects no version.</summary>
    public const int Anywhere = 0;

    /// <summary>That of an append behind the version that is loaded, until the answer says which.</summary>
    public const int BehindLoaded = -1;

    // By stream: the digest of its first events; the place of each is its version.
    private readonly Dictionary<int, List<ulong>> _digests = [];

    public void Take(in FoundEvent found, Operation? append, int index, Findings findings)
    {
        if (append is { Outcome: Outcome.Success, Argument: > 0 and var version } && found.Version != version)
        {
            findings.Add(
                FindingKind.ConditionViolated,
                $"{found.Stream}: {found.Id} is at {found.Version}, and was decided on version {version - 1}");
        }

        var digests = CollectionsMarshal.GetValueRefOrAddDefault(_digests, history.FindKey(found.Stream), out _) ??= [0];
        digests.Add(digests[^1] + StreamState.DigestOf(found.Version, found.Hash));
    }

    public void Complete(bool isWhole, Findings findings)
    {
        foreach (var append in history.Operations.Where(o => o is { Kind: OperationKind.Append, Argument: Anywhere, Conflicts: > 0 }))
            findings.Add(FindingKind.FalseConflict, $"operation {append.Number} expected no version");

        var loads = history.Operations.Where(o => isWhole && o is { Kind: OperationKind.Load, Outcome: Outcome.Success })
            .GroupBy(o => o.Key).ToDictionary(g => g.Key, g => new KnownBefore(g));
        var showsAll = isLinearizable && history.HasOneClock;
        foreach (var done in history.Operations.Where(
            o => showsAll && o is { Kind: OperationKind.Append or OperationKind.Load, Outcome: Outcome.Success }))
        {
            loads.GetValueOrDefault(done.Key)?.Raise(done.End, done.Version);
        }

        foreach (var (load, known) in loads.Values.SelectMany(l => l.All()))
            Judge(load, isLinearizable ? Math.Max(known, length(load.Key)) : 0, findings);
    }

    private void Judge(in Operation load, long least, Findings findings)
    {
        var digests = _digests.GetValueOrDefault(load.Key) ?? [0];
        if (load.Version >= digests.Count)
            Add(FindingKind.DirtyRead, load, $"version {load.Version}, and there are {digests.Count - 1} events", findings);
        else if (unchecked((ulong)load.Position) != digests[(int)load.Version])
            Add(FindingKind.ContentChanged, load, $"{load.Version} events with another content than is there", findings);

        if (load.Argument > 0 && load.Version > load.Argument)
            Add(FindingKind.Misplaced, load, $"{load.Version} events, of which it asked for {load.Argument}", findings);

        var isLimited = load.Argument > 0 && load.Version >= load.Argument;
        if (!isLimited && load.Version < least)
            Add(FindingKind.StaleRead, load, $"version {load.Version}; {least} was acknowledged or shown before it began", findings);
    }

    private void Add(FindingKind kind, in Operation load, FormattableString what, Findings findings) =>
        findings.Add(kind, $"a load of {history.Keys[load.Key]} showed {FormattableString.Invariant(what)}");
}
