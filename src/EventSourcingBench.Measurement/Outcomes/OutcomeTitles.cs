namespace EventSourcingBench.Measurement.Outcomes;

/// <summary>How reports and the terminal name outcomes.</summary>
public static class OutcomeTitles
{
    /// <summary>What takes from a result, in the order of tables: refused by a rule first, as that is an answer.</summary>
    public static IReadOnlyList<Outcome> Unsuccessful { get; } = [Outcome.Refused, Outcome.Conflict, Outcome.Error, Outcome.Timeout];

    /// <summary>The name of a count of such requests, in lower case.</summary>
    /// <param name="outcome">The outcome.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is no such outcome.</exception>
    public static string Title(this Outcome outcome) => outcome switch
    {
        Outcome.Success => "successes",
        Outcome.Conflict => "version conflicts",
        Outcome.Error => "errors",
        Outcome.Timeout => "no answer",
        Outcome.Refused => "refused by a rule",
        _ => throw new ArgumentOutOfRangeException(nameof(outcome)),
    };
}
