namespace EventSourcingBench.Reporting.Claims;

internal static class ClaimTable
{
    public static TableModel Of(IReadOnlyList<ReportClaim> claims, Func<ReportClaim, IReadOnlyList<ClaimCase>> decide) => TableRows.Of(
        "Published claims", claims.Select(c => (Claim: c, Cases: decide(c))),
        [
            new("Claim", r => r.Claim.Text), new("Source", r => r.Claim.Source), new("Answer here", r => AnswerOf(r.Claim, r.Cases)),
            new("Evidence", r => Evidence(r.Cases)),
        ], RequestReport.Common.Analyses["claims"].Note);

    private static string AnswerOf(ReportClaim claim, IReadOnlyList<ClaimCase> cases) =>
        cases.Count == 0 ? $"Not testable here: {claim.Needs}"
        : string.Join(". ", cases.GroupBy(c => c.Answer).OrderBy(g => g.Key).Select(g => AnswerOf(g.Key, [.. g])));

    // What all lack is said once.
    private static string AnswerOf(ClaimAnswer answer, IReadOnlyList<ClaimCase> cases) =>
        cases.DistinctBy(c => c.Lacks).Count() == 1
            ? $"{Name(answer)}{Bracketed(cases[0].Lacks)}: {string.Join("; ", cases.Select(c => c.Who))}"
            : $"{Name(answer)}: {string.Join("; ", cases.Select(c => c.Who + Bracketed(c.Lacks)))}";

    private static string Bracketed(string? lacks) => lacks is null ? string.Empty : $" ({lacks})";

    private static string Evidence(IReadOnlyList<ClaimCase> cases) => cases.Count == 0 ? Format.None
        : string.Join(". ", cases.GroupBy(c => c.Compared, StringComparer.Ordinal)
            .Select(g => $"{g.Key}: {string.Join("; ", g.Select(c => $"{c.Who} {c.Figures}"))}"));

    private static string Name(ClaimAnswer answer) => answer switch
    {
        ClaimAnswer.Holds => "Holds",
        ClaimAnswer.DoesNot => "Does not hold",
        _ => "Not decided",
    };
}

/// <summary>The answer for one of those that a claim speaks of.</summary>
/// <param name="Who">A store, a way of using it, or two that are compared.</param>
/// <param name="Compared">What was compared, the same for several.</param>
/// <param name="Lacks">What would decide it; null where it is decided, or nothing is known of it.</param>
internal sealed record ClaimCase(string Who, ClaimAnswer Answer, string Compared, string Figures, string? Lacks = null);

internal enum ClaimAnswer { Holds = 0, DoesNot = 1, NotDecided = 2 }
