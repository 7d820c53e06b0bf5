namespace EventSourcingBench.Measurement.Outcomes;

/// <summary>How a request ended.</summary>
public enum Outcome : byte
{
    Success = 0, // Acknowledged.
    Conflict = 1, // Given up because of a version conflict, after the last attempt.
    Error = 2, // Failed; it is known that nothing was done.
    Timeout = 3, // No answer in time, or the connection broke: what became of the request is not known.
    Refused = 4, // A rule of the domain refused it, as it should: nothing was appended.
}

/// <summary>How reports and the terminal name outcomes.</summary>
public static class OutcomeTitles
{
    private static readonly string[] Titles = ["successes", "version conflicts", "errors", "no answer", "refused by a rule"];

    /// <summary>What takes from a result, in the order of tables: refused by a rule first, as that is an answer.</summary>
    public static IReadOnlyList<Outcome> Unsuccessful { get; } = [Outcome.Refused, Outcome.Conflict, Outcome.Error, Outcome.Timeout];

    /// <summary>The name of a count of such requests, in lower case.</summary>
    public static string Title(this Outcome outcome) => Titles[(int)outcome];
}
