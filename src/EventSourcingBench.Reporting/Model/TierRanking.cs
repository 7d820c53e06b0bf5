namespace EventSourcingBench.Reporting.Model;

/// <summary>The ranking of the stores of one suite that give the same promise.</summary>
public sealed record TierRanking
{
    /// <summary>Which run, from 0.</summary>
    public required int Run { get; init; }

    /// <summary>The tier: <c>fsync</c>.</summary>
    public required string Tier { get; init; }

    /// <summary>What the tier's acknowledgement is worth.</summary>
    public required string TierMeaning { get; init; }

    /// <summary>
    /// The part of the load that is ranked by itself, such as the order of requests: <c>concurrent</c>; null where there is one.
    /// </summary>
    public string? Order { get; init; }

    /// <summary>What they are ranked by, in a few words.</summary>
    public required string Measure { get; init; }

    /// <summary>The rule in one sentence.</summary>
    public required string Rule { get; init; }

    /// <summary>The stores, best first; at least one.</summary>
    public required IReadOnlyList<RankingEntry> Entries { get; init; }

    /// <summary>The answer in one sentence.</summary>
    public required IReadOnlyList<TextRun> Answer { get; init; }

    /// <summary>What takes from the answer, a sentence each; may be none.</summary>
    public required IReadOnlyList<string> Caveats { get; init; }

    /// <summary>The entries as a table.</summary>
    public required TableModel Table { get; init; }
}
