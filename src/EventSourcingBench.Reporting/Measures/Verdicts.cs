namespace EventSourcingBench.Reporting.Measures;

internal static class Verdicts
{
    /// <summary>What a verdict means. Only one that found nothing and says of itself that it is not verified counts as such; whatever else
    /// did not pass has failed.</summary>
    public static VerdictState StateOf(VerdictRecord verdict) => verdict.Passed ? VerdictState.Passed
        : verdict.Total == 0 && verdict.Text.StartsWith("not verified", StringComparison.OrdinalIgnoreCase) ? VerdictState.NotVerified
        : VerdictState.Failed;

    public static string Label(VerdictState state) =>
        state switch { VerdictState.Passed => "passed", VerdictState.NotVerified => "not verified", _ => "FAILED" };
}
