namespace EventSourcingBench.Reporting.Measures;

/// <summary>Reads verdicts.</summary>
internal static class Verdicts
{
    private const string NotVerifiedPrefix = "not verified";

    /// <summary>What a verdict means. Only one that found nothing and says of itself that it is not verified counts as such; whatever else
    /// did not pass has failed.</summary>
    public static VerdictState StateOf(VerdictRecord verdict)
    {
        if (verdict.Passed)
            return VerdictState.Passed;

        return verdict.Total == 0 && verdict.Text.StartsWith(NotVerifiedPrefix, StringComparison.OrdinalIgnoreCase)
            ? VerdictState.NotVerified
            : VerdictState.Failed;
    }

    public static string Label(VerdictState state) => state switch
    {
        VerdictState.Passed => "passed",
        VerdictState.NotVerified => "not verified",
        _ => "FAILED",
    };
}
