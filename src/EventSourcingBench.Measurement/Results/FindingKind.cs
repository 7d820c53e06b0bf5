namespace EventSourcingBench.Measurement.Results;

/// <summary>What verification can find. JSON, CSV, Markdown, HTML and terminal text are made from <see cref="All"/>: a kind that is not in
/// it cannot be reported, and one that is cannot be left out.</summary>
/// <param name="Name">Its name in JSON and its column in CSV: lower-case words joined by <c>_</c>.</param>
/// <param name="Title">Its name in tables and sentences, such as <c>lost</c>.</param>
/// <param name="Meaning">One sentence: what is counted.</param>
public sealed record FindingKind(string Name, string Title, string Meaning)
{
    /// <summary>Acknowledged events that are not in the store.</summary>
    public static FindingKind Lost { get; } = new("lost", "lost", "Acknowledged events that are not in the store.");

    /// <summary>Events that are in the store more than once.</summary>
    public static FindingKind Duplicated { get; } = new("duplicated", "duplicated", "Events that are in the store more than once.");

    /// <summary>Events at another place than was acknowledged.</summary>
    public static FindingKind Misplaced { get; } = new(
        "misplaced",
        "misplaced",
        "Events at another stream, version or position than was acknowledged, at a version that another event has too, or read out of "
        + "order.");

    /// <summary>Missing version numbers inside streams.</summary>
    public static FindingKind Gap { get; } = new("gaps", "gaps", "Missing version numbers inside streams.");

    /// <summary>Events that were never sent.</summary>
    public static FindingKind Foreign { get; } = new("foreign", "foreign", "Events in the store that were never sent.");

    /// <summary>Events that are there although the store had answered that nothing was done.</summary>
    public static FindingKind RefusedApplied { get; } = new(
        "refused_applied",
        "rejected but stored",
        "Events in the store although it had answered that nothing was done (a version conflict, a refusal, an error).");

    /// <summary>Events whose content is not what was sent.</summary>
    public static FindingKind ContentChanged { get; } = new(
        "content_changed", "content changed", "Events whose type, data or metadata is not what was sent.");

    /// <summary>Appends that stand before one that was acknowledged before they began.</summary>
    public static FindingKind OrderViolated { get; } = new(
        "order_violated",
        "real-time order violated",
        "Events that stand before one that had been acknowledged before they were sent, in a stream or in the store's order.");

    /// <summary>Conflicts that no other append explains.</summary>
    public static FindingKind FalseConflict { get; } = new(
        "false_conflicts",
        "unexplained conflicts",
        "Version conflicts that no other append of that time explains, and any conflict of an append that expects no version.");

    /// <summary>Refusals by a rule that no state of that time explains.</summary>
    public static FindingKind FalseRefusal { get; } = new(
        "false_refusals", "unexplained refusals", "Refusals by a rule that no state of the store within the request's time explains.");

    /// <summary>Accepted decisions that the store's condition should have prevented.</summary>
    public static FindingKind ConditionViolated { get; } = new(
        "conditions_violated",
        "conditions violated",
        "Accepted decisions that the store's condition (an expected version, a DCB condition) should have prevented, as what they need was "
        + "not so at their place: a seat reserved twice, a course registered twice, a student who joins before both are registered.");

    /// <summary>Reads that miss what was acknowledged before they began.</summary>
    public static FindingKind StaleRead { get; } = new(
        "stale_reads", "stale reads", "Reads that miss an event that had been acknowledged before they began.");

    /// <summary>Reads that show what is never there.</summary>
    public static FindingKind DirtyRead { get; } = new(
        "dirty_reads", "dirty reads", "Reads, or deliveries, of an event that is not in the store afterwards, or is another there.");

    /// <summary>Reads that show less than an earlier one.</summary>
    public static FindingKind BackwardRead { get; } = new(
        "backward_reads", "reads going back", "Reads that miss an event that an earlier read had shown.");

    /// <summary>Events that the subscription left out.</summary>
    public static FindingKind SubscriptionMissed { get; } = new(
        "subscription_missed", "missed by the subscription", "Events that the subscription left out.");

    /// <summary>Events that the subscription delivered more than once.</summary>
    public static FindingKind SubscriptionRepeated { get; } = new(
        "subscription_repeated", "repeated by the subscription", "Events that the subscription delivered more than once.");

    /// <summary>Events that the subscription delivered out of order.</summary>
    public static FindingKind SubscriptionReordered { get; } = new(
        "subscription_reordered",
        "reordered by the subscription",
        "Events that two readings delivered in another order, or that came out of their stream's order.");

    /// <summary>Events without a row in the read model.</summary>
    public static FindingKind RowMissing { get; } = new("rows_missing", "rows missing", "Events without a row in the read model.");

    /// <summary>Rows that are there twice or have no event.</summary>
    public static FindingKind RowSurplus { get; } = new("rows_surplus", "rows surplus", "Rows that are there twice or have no event.");

    /// <summary>Groups whose rows or totals are wrong.</summary>
    public static FindingKind TotalWrong { get; } = new(
        "totals_wrong", "totals wrong",
            "Groups of the read model with a wrong row, or with totals that are not the sums of what was stored.");

    /// <summary>Rules of the domain that stored events break.</summary>
    public static FindingKind RuleBroken { get; } = new(
        "rules_broken",
        "rules broken",
        "Limits of the domain that the stored events exceed, such as a course over its places, and entities that read otherwise than their "
        + "events say.");

    /// <summary>Every kind, in the order of tables.</summary>
    public static IReadOnlyList<FindingKind> All { get; } =
    [
        Lost, Duplicated, ContentChanged, Misplaced, Gap, Foreign, RefusedApplied, OrderViolated, FalseConflict, FalseRefusal,
            ConditionViolated,
        StaleRead, DirtyRead, BackwardRead, SubscriptionMissed, SubscriptionRepeated, SubscriptionReordered, RowMissing, RowSurplus,
            TotalWrong,
        RuleBroken,
    ];
}
