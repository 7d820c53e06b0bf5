namespace EventSourcingBench.Reporting.Measures;

internal static class Verdicts
{
    /// <summary>What a verdict means. One that did not pass has failed, unless it found nothing and says that it is not verified.</summary>
    public static VerdictState StateOf(VerdictRecord verdict) => verdict.Passed ? VerdictState.Passed
        : verdict.Total == 0 && verdict.Text.StartsWith("not verified", StringComparison.OrdinalIgnoreCase) ? VerdictState.NotVerified
        : VerdictState.Failed;

    public static string Label(VerdictState state) =>
        state switch { VerdictState.Passed => "passed", VerdictState.NotVerified => "not verified", _ => "FAILED" };
}
