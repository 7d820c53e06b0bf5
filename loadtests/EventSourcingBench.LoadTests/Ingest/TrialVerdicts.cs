namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>The verdict on a step out of those on its trials.</summary>
internal static class TrialVerdicts
{
    /// <summary>
    /// Adds up the counts. The text is that of the first trial with findings, else the failure, else that of the first trial that was
    /// not verified, else of the last one. A step passes when every trial was brought to its end and passes.
    /// </summary>
    public static VerdictRecord Sum(IReadOnlyList<VerdictRecord> verdicts, string? failure)
    {
        var bad = verdicts.Where(v => !v.Passed).OrderByDescending(v => v.Total > 0).FirstOrDefault();
        return new VerdictRecord
        {
            Passed = bad is null && failure is null && verdicts.Count > 0,
            Text = bad is { Total: > 0 } ? Text(verdicts, bad)
                : failure is not null ? $"not verified to the end: {failure}"
                : verdicts.Count == 0 ? "not verified: no event was acknowledged"
                : Text(verdicts, bad ?? verdicts[^1]),
            Acknowledged = verdicts.Sum(v => v.Acknowledged),
            Findings = verdicts.SelectMany(v => v.Findings).GroupBy(f => f.Key, StringComparer.Ordinal)
                .ToDictionary(g => g.Key, g => g.Sum(f => f.Value), StringComparer.Ordinal),
            UnknownOutcomes = verdicts.Sum(v => v.UnknownOutcomes),
            UnknownApplied = verdicts.Sum(v => v.UnknownApplied),
            Examples = [.. verdicts.SelectMany(v => v.Examples)],
        };
    }

    private static string Text(IReadOnlyList<VerdictRecord> verdicts, VerdictRecord of)
    {
        var trial = verdicts.Index().First(v => v.Item == of).Index + 1;
        return verdicts.Count == 1
            ? of.Text
            : FormattableString.Invariant($"{of.Text} (trial {trial} of {verdicts.Count}{(of.Passed ? ", all verified" : "")})");
    }
}
