namespace EventSourcingBench.Measurement.Results;

/// <summary>Whether the store kept its promises. A number without a passed verdict is not ranked.</summary>
public sealed record VerdictRecord
{
    /// <summary>True when everything was checked and nothing was found.</summary>
    public required bool Passed { get; init; }

    /// <summary><c>verified: ...</c>, <c>FAILED: lost 3, ...</c> or <c>not verified: ...</c>.</summary>
    public required string Text { get; init; }

    /// <summary>Events that the store acknowledged, warm-up included.</summary>
    public long Acknowledged { get; init; }

    /// <summary>How many of each kind were found, by <see cref="FindingKind.Name"/>; kinds of which none was found are left out.</summary>
    public IReadOnlyDictionary<string, long> Findings { get; init; } = new Dictionary<string, long>(StringComparer.Ordinal);

    /// <summary>Requests whose outcome the generator did not learn (timeouts, broken connections).</summary>
    public long UnknownOutcomes { get; init; }

    /// <summary>Those of them whose event is in the store.</summary>
    public long UnknownApplied { get; init; }

    public IReadOnlyList<string> Examples { get; init; } = [];

    [JsonIgnore]
    public long Total => Findings.Values.Sum();

    public long this[FindingKind kind] => Findings.GetValueOrDefault(kind.Name);
}
