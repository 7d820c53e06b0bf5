using Spectre.Console;

namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>The table at the end of a run.</summary>
internal static class SubscriptionSummary
{
    private static readonly string[] Headings =
        ["load", "subscribers", "slow", "read models", "appends/s", "delivery p50 ms", "p99 ms", "last p99 ms", "slow p99 ms"];

    private static readonly string[] IncidentHeadings = ["during", "took", "events/s"];

    public static Table Table(RunRecord run, IReadOnlyList<StepRecord> steps)
    {
        var rows = steps.Select(s => (Step: s, Record: s.Detail<SubscriptionRecord>(SubscriptionRecord.Name))).ToList();
        string[] headings = [.. Headings, .. rows.Any(r => r.Record?.Incident is not null) ? IncidentHeadings : []];
        return SummaryTable.Draw(
            run, "subscription", headings, rows.Select(r => (r.Step, CellsOf(r.Step, r.Record).Take(headings.Length))));
    }

    private static IEnumerable<string> CellsOf(StepRecord step, SubscriptionRecord? record) =>
        record is null ? Headings.Concat(IncidentHeadings).Select(_ => "-") :
        [
            record.Load,
            SummaryTable.Text($"{record.Subscribers:N0}"),
            record.Slow,
            SummaryTable.Text($"{record.ReadModels}"),
            SummaryTable.Rate(step, step.Throughput),
            .. new[] { record.Delivery.P50, record.Delivery.P99, record.Last.P99, record.SlowDelivery?.P99 }
                .Select(t => t is { } time ? SummaryTable.Text($"{time.TotalMilliseconds:0.00}") : "-"),
            record.During,
            record.Incident is not { } incident ? "-" : incident.WhyNot is null ? Format.Duration(incident.Took?.TotalMilliseconds) : "cannot",
            record.Incident?.EventsPerSecond is { } rate ? SummaryTable.Text($"{rate:N0}") : "-",
        ];
}
