using static EventSourcingBench.LoadTests.Steps.SummaryTable;

namespace EventSourcingBench.LoadTests.Subscriptions;

internal static class SubscriptionSummary
{
    private static readonly (string, Func<StepRecord, SubscriptionRecord, string?>)[] Columns =
    [
        ("load", (_, r) => r.Load),
        ("subscribers", (_, r) => Text($"{r.Subscribers:N0}")),
        ("slow", (_, r) => r.Slow),
        ("read models", (_, r) => Text($"{r.ReadModels}")),
        ("appends/s", (s, _) => Rate(s, s.Throughput)),
        ("delivery p50 ms", (_, r) => Milliseconds(r.Delivery.P50)),
        ("p99 ms", (_, r) => Milliseconds(r.Delivery.P99)),
        ("last p99 ms", (_, r) => Milliseconds(r.Last.P99)),
        ("slow p99 ms", (_, r) => Milliseconds(r.SlowDelivery?.P99)),
    ];

    // Only those that some step has a value for.
    private static readonly (string Heading, Func<StepRecord, SubscriptionRecord, string?> CellOf)[] Optional =
    [
        ("follows", (_, r) => r.FilteredBy is null ? null : r.Follow),
        ("filtered by", (_, r) => r.FilteredBy),
        ("own p99 ms", (_, r) => Milliseconds(r.OwnWrites?.P99)),
        ("during", (_, r) => r.Incident?.Name),
        ("took", (_, r) => r.Incident is not { } incident ? null
            : incident.WhyNot is null ? Format.Duration(incident.Took?.TotalMilliseconds) : "not possible"),
        ("events/s", (_, r) => r.Incident?.EventsPerSecond is { } rate ? Text($"{rate:N0}") : null),
    ];

    public static Table Table(RunRecord run, IReadOnlyList<StepRecord> steps)
    {
        var rows = steps.Select(s => (Step: s, Record: s.Detail<SubscriptionRecord>(SubscriptionRecord.Name))).ToList();
        var optional = Optional.Where(o => rows.Exists(r => r.Record is { } record && o.CellOf(r.Step, record) is not null));
        return Draw(run, "subscription", [.. Columns, .. optional], rows);
    }
}
