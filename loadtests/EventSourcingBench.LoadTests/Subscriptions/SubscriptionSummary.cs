using Spectre.Console;

namespace EventSourcingBench.LoadTests.Subscriptions;

internal static class SubscriptionSummary
{
    private static readonly string[] Headings =
        ["load", "subscribers", "slow", "read models", "appends/s", "delivery p50 ms", "p99 ms", "last p99 ms", "slow p99 ms"];

    // Only those that some step has a value for.
    private static readonly (string Heading, Func<SubscriptionRecord, string?> CellOf)[] Optional =
    [
        ("follows", r => r.FilteredBy is null ? null : r.Follow),
        ("filtered by", r => r.FilteredBy),
        ("own p99 ms", r => Milliseconds(r.OwnWrites?.P99)),
        ("during", r => r.Incident?.Name),
        ("took", r => r.Incident is not { } incident ? null
            : incident.WhyNot is null ? Format.Duration(incident.Took?.TotalMilliseconds) : "not possible"),
        ("events/s", r => r.Incident?.EventsPerSecond is { } rate ? SummaryTable.Text($"{rate:N0}") : null),
    ];

    public static Table Table(RunRecord run, IReadOnlyList<StepRecord> steps)
    {
        var rows = steps.Select(s => (Step: s, Record: s.Detail<SubscriptionRecord>(SubscriptionRecord.Name))).ToList();
        var optional = Optional.Where(o => rows.Exists(r => r.Record is { } record && o.CellOf(record) is not null)).ToList();
        return SummaryTable.Draw(
            run, "subscription", [.. Headings, .. optional.Select(o => o.Heading)],
            rows.Select(r => (r.Step, r.Record is { } record
                ? CellsOf(r.Step, record).Concat(optional.Select(o => o.CellOf(record) ?? "-"))
                : Enumerable.Repeat("-", Headings.Length + optional.Count))));
    }

    private static IEnumerable<string> CellsOf(StepRecord step, SubscriptionRecord record) =>
    [
        record.Load,
        SummaryTable.Text($"{record.Subscribers:N0}"),
        record.Slow,
        SummaryTable.Text($"{record.ReadModels}"),
        SummaryTable.Rate(step, step.Throughput),
        .. new[] { record.Delivery.P50, record.Delivery.P99, record.Last.P99, record.SlowDelivery?.P99 }
            .Select(t => Milliseconds(t) ?? "-"),
    ];

    private static string? Milliseconds(TimeSpan? time) =>
        time is { } known ? SummaryTable.Text($"{known.TotalMilliseconds:0.00}") : null;
}
