namespace EventSourcingBench.Measurement.Results;

/// <summary>What verification can find. JSON, CSV, Markdown, HTML and terminal text are made from <see cref="All"/>: a kind that is not in
/// it cannot be reported, and one that is cannot be left out. The name is that in JSON and of the column in CSV, lower-case words joined by
/// <c>_</c>; the title that in tables and sentences; the meaning one sentence that says what is counted.</summary>
public sealed record FindingKind(string Name, string Title, string Meaning)
{
    public static readonly FindingKind
        Lost = new("lost", "lost", "Acknowledged events that are not in the store."),
        Duplicated = new("duplicated", "duplicated", "Events that are in the store more than once."),
        ContentChanged = new("content_changed", "content changed", "Events whose type, data or metadata is not what was sent."),
        Misplaced = new("misplaced", "misplaced", "Events at another stream, version or position than was acknowledged, at a version "
            + "that another event has too, or read out of order."),
        Gap = new("gaps", "gaps", "Missing version numbers inside streams."),
        Foreign = new("foreign", "foreign", "Events in the store that were never sent."),
        RefusedApplied = new("refused_applied", "rejected but stored", "Events in the store although it had answered that nothing was "
            + "done (a version conflict, a refusal, an error)."),
        OrderViolated = new("order_violated", "real-time order violated", "Events that stand before one that had been acknowledged "
            + "before they were sent, in a stream or in the store's order."),
        FalseConflict = new("false_conflicts", "unexplained conflicts", "Version conflicts that no other append of that time explains, "
            + "or that report a version which the stream did not have then, and any conflict of an append that expects no version."),
        FalseRefusal = new("false_refusals", "unexplained refusals", "Refusals by a rule that no state of the store within the "
            + "request's time explains."),
        ConditionViolated = new("conditions_violated", "conditions violated", "Accepted decisions that the store's condition (an "
            + "expected version, a DCB condition) should have prevented, as what they need was not so at their place: a seat reserved "
            + "twice, a course registered twice, a student who joins before both are registered."),
        StaleRead = new("stale_reads", "stale reads", "Reads that miss an event that had been acknowledged before they began."),
        DirtyRead = new("dirty_reads", "dirty reads", "Reads, or deliveries, of an event that is not in the store afterwards, or is "
            + "another there."),
        BackwardRead = new("backward_reads", "reads going back", "Reads that miss an event that an earlier read had shown."),
        SubscriptionMissed = new("subscription_missed", "missed by the subscription", "Events that the subscription left out."),
        SubscriptionRepeated = new("subscription_repeated", "repeated by the subscription", "Events that the subscription delivered "
            + "more than once."),
        SubscriptionReordered = new("subscription_reordered", "reordered by the subscription", "Events that two readings delivered in "
            + "another order, or that came out of their stream's order."),
        RowMissing = new("rows_missing", "rows missing", "Events without a row in the read model."),
        RowSurplus = new("rows_surplus", "rows surplus", "Rows that are there twice or have no event."),
        TotalWrong = new("totals_wrong", "totals wrong", "Groups of the read model with a wrong row, or with totals that are not the "
            + "sums of what was stored."),
        RuleBroken = new("rules_broken", "rules broken", "Limits of the domain that the stored events exceed, such as a course over its "
            + "places, and entities that read otherwise than their events say.");

    /// <summary>Every kind, in the order of tables: that in which they are declared.</summary>
    public static IReadOnlyList<FindingKind> All { get; } =
        [.. typeof(FindingKind).GetFields().Select(f => f.GetValue(null)).OfType<FindingKind>()];
}
