using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Puts what was found into the run record's words.</summary>
internal static class Verdict
{
    // The first three are always said, as they are what a reader looks for.
    private const int AlwaysSaid = 3;

    /// <summary>Makes the verdict.</summary>
    /// <param name="table">The events.</param>
    /// <param name="findings">What was found.</param>
    /// <param name="obstacle">Why not everything could be read; null when it could.</param>
    public static VerdictRecord Of(EventTable table, Findings findings, string? obstacle) =>
        Of(findings, table.Acknowledged, table.Unknown, CountApplied(table), obstacle);

    /// <summary>Makes the verdict.</summary>
    /// <param name="findings">What was found.</param>
    /// <param name="acknowledged">Events that the store acknowledged.</param>
    /// <param name="unknown">Events of unknown outcome.</param>
    /// <param name="applied">Those of them that are there.</param>
    /// <param name="obstacle">Why not everything could be read; null when it could.</param>
    /// <param name="verified">What a good verdict says of what was acknowledged; null: that it is there, as events.</param>
    /// <param name="remark">What a bad verdict says behind its counts; null: nothing.</param>
    public static VerdictRecord Of(
        Findings findings, long acknowledged, long unknown, long applied, string? obstacle, string? verified = null, string? remark = null)
    {
        return new VerdictRecord
        {
            Passed = obstacle is null && findings.IsEmpty,
            Text = !findings.IsEmpty ? Failed(findings, obstacle, remark)
                : obstacle is not null ? $"not verified: {obstacle}"
                : "verified: " + (verified ?? Acknowledged(acknowledged)) + Unknown(unknown, applied),
            Acknowledged = acknowledged,
            Findings = findings.ToRecord(),
            UnknownOutcomes = unknown,
            UnknownApplied = applied,
            Examples = findings.Examples,
        };
    }

    private static long CountApplied(EventTable table)
    {
        var count = 0L;
        foreach (ref readonly var state in table.States)
        {
            count += state is { IsSent: true, IsThere: true, Sent.Outcome: LedgerOutcome.Unknown } ? 1 : 0;
        }

        return count;
    }

    private static string Failed(Findings findings, string? obstacle, string? remark)
    {
        var counts = FindingKind.All.Where((k, i) => i < AlwaysSaid || findings[k] > 0)
            .Select(k => $"{k.Title} {Number(findings[k])}");
        var rest = obstacle is null ? null : $"the rest not verified: {obstacle}";
        return string.Join("; ", new[] { "FAILED: " + string.Join(", ", counts), remark, rest }.OfType<string>());
    }

    private static string Acknowledged(long count) => count switch
    {
        0 => "no event was acknowledged",
        1 => "1 acknowledged event, there once",
        _ => $"{Number(count)} acknowledged events, each there once",
    };

    private static string Unknown(long count, long applied) => count == 0
        ? ""
        : $"; of {Number(count)} unknown {(count == 1 ? "outcome" : "outcomes")} {Number(applied)} done, {Number(count - applied)} not";

    private static string Number(long number) => number.ToString("N0", CultureInfo.InvariantCulture);
}
