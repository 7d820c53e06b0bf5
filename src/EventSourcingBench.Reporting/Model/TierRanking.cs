namespace EventSourcingBench.Reporting;

/// <summary>The ranking of the stores of one suite that give the same promise.</summary>
public sealed record TierRanking
{
    /// <summary>Which run, from 0.</summary>
    public required int Run { get; init; }

    /// <summary>The tier: <c>fsync</c>.</summary>
    public required string Tier { get; init; }

    /// <summary>What the tier's acknowledgement is worth.</summary>
    public required string TierMeaning { get; init; }

    /// <summary>In which order requests came: <c>concurrent</c>, <c>hot skew 1.2</c>; null in other suites than <c>reservation</c>.</summary>
    public string? Order { get; init; }

    /// <summary>What they are ranked by.</summary>
    public required RankingMeasure Measure { get; init; }

    /// <summary>The rule in one sentence.</summary>
    public required string Rule { get; init; }

    /// <summary>The stores, best first; at least one.</summary>
    public required IReadOnlyList<RankingEntry> Entries { get; init; }

    /// <summary>The answer in one sentence.</summary>
    public required IReadOnlyList<TextRun> Answer { get; init; }

    /// <summary>The entries as a table.</summary>
    public required TableModel Table { get; init; }
}
