using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>What the suite <c>reservation</c> was run with.</summary>
internal static class ReservationParameters
{
    public static TableModel Table(string suite, IReadOnlyList<RunFolder> runs) => new(
        "Parameters",
        [
            new("Run"), new("Copies"), new("Rates (/s)"), new("Bound"), new("Shows", true), new("Seats of each", true),
            new("Request orders"), new("Shows shuffled together", true), new("Skews"),
            new("Command handling"), new("Most tries", true), new("Nodes"), new("Node killed after"), new("Measured"), new("Warm-up"), new("Trials", true), new("Timeout"), new("Via"),
        ],
        [
            .. runs.Select((run, index) => (run.Run, Letter: Letters.Of(index, runs.Count), Workload: run.Run.Workloads.GetValueOrDefault(suite)))
                .Where(r => r.Workload is not null)
                .Select(r => Row(r.Letter.Length == 0 ? r.Run.Id : r.Letter, r.Workload!, r.Run.Via)),
        ]);

    private static IReadOnlyList<string> Row(string run, WorkloadRecord of, string via) =>
    [
        run, List(of.Copies.Select(c => Format.Count(c))), List(of.Rates.Select(r => r.ToString("0.###", CultureInfo.InvariantCulture))),
        of.Slo is { } slo ? string.Create(CultureInfo.InvariantCulture, $"p{slo.Percentile:0.###} within {slo.Bound.TotalMilliseconds:0.###} ms") : Format.None,
        Format.Count(of.Shows), Format.Count(of.Seats), List(of.Orders), Format.Count(of.Grouping),
        List((of.Skew is { } one ? [one] : of.Skews).Select(r => r.ToString("0.###", CultureInfo.InvariantCulture))), List(of.Strategies), Format.Count(of.Tries),
        List(of.Nodes.DefaultIfEmpty(1).Select(n => Format.Count(n))), of.KillNodeAt is { } at ? Format.Span(at) : "none",
        Format.Span(of.Duration), Format.Span(of.WarmUp), Format.Count(of.Trials), Format.Span(of.Timeout), via,
    ];

    private static string List(IEnumerable<string> values) => string.Join(", ", values.DefaultIfEmpty(Format.None));
}
