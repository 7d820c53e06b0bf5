using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>The verdict on a step out of those on its trials.</summary>
internal static class TrialVerdicts
{
    /// <summary>
    /// Adds up counts; the words are those of the first trial with findings, else of the first
    /// that was not verified, else of all together. A step whose trial was not
    /// brought to its end, or in which nothing was acknowledged, has not passed.
    /// </summary>
    /// <param name="verdicts">Those on the trials that were read back.</param>
    /// <param name="trials">How many trials were run.</param>
    /// <param name="failure">Why a trial could not be brought to its end; null when all could.</param>
    public static VerdictRecord Sum(IReadOnlyList<VerdictRecord> verdicts, int trials, string? failure)
    {
        var bad = verdicts.Where(v => !v.Passed).OrderByDescending(v => v.Total > 0).FirstOrDefault();
        var acknowledged = verdicts.Sum(v => v.Acknowledged);
        var unknown = verdicts.Sum(v => v.UnknownOutcomes);
        var applied = verdicts.Sum(v => v.UnknownApplied);
        var passed = bad is null && failure is null && acknowledged > 0;
        return new VerdictRecord
        {
            Passed = passed,
            Text = bad is not null ? bad.Text
                : failure is not null ? $"not verified to the end: {failure}"
                : acknowledged == 0 ? "not verified: no event was acknowledged"
                : Good(verdicts.Count, trials, acknowledged),
            Acknowledged = acknowledged,
            Findings = verdicts.SelectMany(v => v.Findings).GroupBy(f => f.Key, StringComparer.Ordinal)
                .ToDictionary(g => g.Key, g => g.Sum(f => f.Value), StringComparer.Ordinal),
            UnknownOutcomes = unknown,
            UnknownApplied = applied,
            Examples = [.. verdicts.SelectMany(v => v.Examples)],
        };
    }

    private static string Good(int verified, int trials, long acknowledged)
    {
        var events = acknowledged == 1 ? "1 acknowledged event, there once" : string.Create(CultureInfo.InvariantCulture, $"{acknowledged:N0} acknowledged events, each there once");
        return verified == trials ? $"verified: {events}" : $"verified: {events} (the last trial)";
    }
}
