using Spectre.Console;

namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>The table at the end of a run.</summary>
internal static class SubscriptionSummary
{
    private static readonly string[] Headings =
        ["load", "subscribers", "slow", "read models", "appends/s", "delivery p50 ms", "p99 ms", "last p99 ms", "slow p99 ms"];

    public static Table Table(RunRecord run, IReadOnlyList<StepRecord> steps) =>
        SummaryTable.Draw(run, "subscription", Headings, steps.Select(s => (s, CellsOf(s))));

    private static IEnumerable<string> CellsOf(StepRecord step) =>
        step.Detail<SubscriptionRecord>(SubscriptionRecord.Name) is not { } record ? Headings.Select(_ => "-") :
        [
            record.Load,
            SummaryTable.Text($"{record.Subscribers:N0}"),
            record.Slow,
            SummaryTable.Text($"{record.ReadModels}"),
            SummaryTable.Rate(step, step.Throughput),
            .. new[] { record.Delivery.P50, record.Delivery.P99, record.Last.P99, record.SlowDelivery?.P99 }
                .Select(t => t is { } time ? SummaryTable.Text($"{time.TotalMilliseconds:0.00}") : "-"),
        ];
}
