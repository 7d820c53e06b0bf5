namespace EventSourcingBench.Checking;

internal static class VerdictText
{
    // These are always said, as they are what a reader looks for.
    private static readonly FindingKind[] AlwaysSaid = [FindingKind.Lost, FindingKind.Duplicated, FindingKind.ContentChanged];

    public static VerdictRecord Of(VerificationPlan plan, StoredEvents stored, Findings findings, string? obstacle, string? how)
    {
        var (acknowledged, unknown, applied) = (0L, 0L, 0L);
        for (var number = 0L; number < stored.Count; number++)
        {
            var outcome = stored.Sent.OutcomeOf(number);
            acknowledged += outcome == Outcome.Success ? 1 : 0;
            unknown += outcome == Outcome.Timeout ? 1 : 0;
            applied += outcome == Outcome.Timeout && stored.IsThere(number) ? 1 : 0;
        }

        // A step that put nothing to the test has no good verdict.
        obstacle ??= acknowledged + applied == 0 ? "no event was acknowledged" : null;
        return new VerdictRecord
        {
            Passed = obstacle is null && findings.IsEmpty,
            Text = !findings.IsEmpty ? Failed(findings, obstacle)
                : obstacle is not null ? $"not verified: {obstacle}"
                : Verified(plan, acknowledged, how) + Unknown(unknown, applied) + string.Concat(plan.Remarks.Select(r => "; " + r)),
            Acknowledged = acknowledged,
            Findings = findings.ToRecord(),
            UnknownOutcomes = unknown,
            UnknownApplied = applied,
            Examples = findings.Examples,
        };
    }

    private static string Verified(VerificationPlan plan, long acknowledged, string? how)
    {
        var events = acknowledged == 1
            ? "1 acknowledged event, there once as it was sent"
            : $"{Number(acknowledged)} acknowledged events, each there once as it was sent";
        var good = plan.Good();
        return $"verified: {events}{(good.Length > 0 ? ", " + good : "")}{(how is null ? "" : $", also {how}")}";
    }

    private static string Failed(Findings findings, string? obstacle)
    {
        var counts = FindingKind.All.Where(k => AlwaysSaid.Contains(k) || findings[k] > 0).Select(k => $"{k.Title} {Number(findings[k])}");
        return $"FAILED: {string.Join(", ", counts)}{(obstacle is null ? "" : $"; the rest not verified: {obstacle}")}";
    }

    private static string Unknown(long count, long applied) => count == 0
        ? ""
        : $"; of {Number(count)} unknown {(count == 1 ? "outcome" : "outcomes")} {Number(applied)} applied, {Number(count - applied)} not";

    private static string Number(long number) => number.ToString("N0", CultureInfo.InvariantCulture);
}
