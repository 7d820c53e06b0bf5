using System.Text.Json.Serialization;

namespace EventSourcingBench.Measurement;

/// <summary>
/// Whether the store kept every event that it acknowledged. A number without a passed verdict is not ranked.
/// </summary>
public sealed record VerdictRecord
{
    /// <summary>True when everything was checked and nothing was found.</summary>
    public required bool Passed { get; init; }

    /// <summary><c>verified: ...</c>, <c>FAILED: lost 3, duplicated 0, ...</c> or <c>not verified: ...</c>.</summary>
    public required string Text { get; init; }

    /// <summary>Events that the store acknowledged, warm-up included.</summary>
    public long Acknowledged { get; init; }

    /// <summary>Acknowledged events that are not in the store.</summary>
    public long Lost { get; init; }

    /// <summary>Event ids that are in the store more than once.</summary>
    public long Duplicated { get; init; }

    /// <summary>
    /// Events at another stream or version than was acknowledged, at a version that another event has too, or out of order
    /// when their stream is read.
    /// </summary>
    public long Misplaced { get; init; }

    /// <summary>Missing version numbers inside streams.</summary>
    public long Gaps { get; init; }

    /// <summary>Events in the store that nobody is known to have sent.</summary>
    public long Foreign { get; init; }

    /// <summary>Events in the store although it had answered that nothing was done (a lost race, an error).</summary>
    public long RefusedApplied { get; init; }

    /// <summary>Events that the subscription left out.</summary>
    public long SubscriptionMissed { get; init; }

    /// <summary>Events that the subscription delivered more than once.</summary>
    public long SubscriptionRepeated { get; init; }

    /// <summary>Events that two readings delivered in another order, or that came out of their stream's order.</summary>
    public long SubscriptionReordered { get; init; }

    /// <summary>Events without a row in the read model.</summary>
    public long RowsMissing { get; init; }

    /// <summary>Rows that are there twice or have no event.</summary>
    public long RowsSurplus { get; init; }

    /// <summary>Groups whose totals differ from the sums over the ledger.</summary>
    public long TotalsWrong { get; init; }

    /// <summary>
    /// Rules of the domain that the stored events break: a course over its places, a student over the limit, a seat that is reserved
    /// twice; and shows that read otherwise than their events say.
    /// </summary>
    public long RulesBroken { get; init; }

    /// <summary>Everything that was found, of whatever kind; 0 in a good verdict.</summary>
    [JsonIgnore]
    public long Findings => Lost + Duplicated + Misplaced + Gaps + Foreign + RefusedApplied + SubscriptionMissed + SubscriptionRepeated
        + SubscriptionReordered + RowsMissing + RowsSurplus + TotalsWrong + RulesBroken;

    /// <summary>Requests whose outcome the generator did not learn (timeouts, broken connections).</summary>
    public long UnknownOutcomes { get; init; }

    /// <summary>Those of them whose event is in the store.</summary>
    public long UnknownApplied { get; init; }

    /// <summary>A few examples of what was found, for the person who looks into it.</summary>
    public IReadOnlyList<string> Examples { get; init; } = [];
}
