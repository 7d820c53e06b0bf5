namespace EventSourcingBench.LoadTests;

/// <summary>What verification can find; each is a count of <see cref="Measurement.VerdictRecord"/>.</summary>
internal enum Fault
{
    Lost,
    Duplicated,
    Misplaced,
    Gap,
    Foreign,
    RefusedApplied,
    SubscriptionMissed,
    SubscriptionRepeated,
    SubscriptionReordered,
    RowMissing,
    RowSurplus,
    TotalWrong,
    RuleBroken,
}
