using Spectre.Console;

namespace EventSourcingBench.LoadTests.Growth;

/// <summary>The table at the end of a run of the suite <c>growth</c>: the first and the last sample of each store.</summary>
internal static class GrowthSummary
{
    /// <summary>What is said of a step that has ended.</summary>
    public static string? Ended(Step step, StepRecord record) => record.Growth is not { } growth
        ? null
        : Text($"{step,-36} {growth.Samples.Count} samples, filled at {record.Throughput:N0} events/s  {record.Verdict.Text}");

    public static Table Table(RunRecord run, IReadOnlyList<StepRecord> steps)
    {
        var table = new Table().Border(TableBorder.Simple).Title("growth");
        table.AddColumns("store", "durability");
        string[] headings = ["events", "fill/s", "append ms", "short ms", "long ms", "catch-up/s", "delay ms", "bytes/event", "open ms"];
        foreach (var heading in headings)
        {
            table.AddColumn(new TableColumn(heading).RightAligned());
        }

        table.AddColumn("verdict");
        var durability = run.Stores.ToDictionary(s => s.Name, s => s.Durability);
        foreach (var step in steps
            .OrderBy(s => durability.GetValueOrDefault(s.Store), StringComparer.Ordinal).ThenBy(s => s.Store, StringComparer.Ordinal))
        {
            var samples = step.Growth?.Samples ?? [];
            var shown = samples.Count > 1 ? [samples[0], samples[^1]] : samples;
            var verdict = step.Verdict.Passed ? "[green]verified[/]" : $"[red]{Markup.Escape(step.Verdict.Text)}[/]";
            IEnumerable<string[]> rows = shown.Count > 0 ? shown.Select(Cells) : [Enumerable.Repeat("-", 9).ToArray()];
            foreach (var row in rows)
            {
                table.AddRow([Markup.Escape(step.Store), durability.GetValueOrDefault(step.Store, "-"), .. row, verdict]);
            }
        }

        return table;
    }

    private static string[] Cells(GrowthSample sample) =>
    [
        Text($"{sample.Events:N0}"),
        Text($"{sample.FillRate:N0}"),
        Milliseconds(sample.Append),
        Milliseconds(sample.ShortRead),
        Milliseconds(sample.LongRead),
        sample.CatchUpRate is { } rate ? Text($"{rate:N0}") : "-",
        Milliseconds(sample.ProjectionDelay),
        sample.DataBytes is { } bytes ? Text($"{(double)bytes / sample.Events:N0}") : "-",
        Milliseconds(sample.Open),
    ];

    private static string Milliseconds(TimeSpan? time) => time is { } t ? Text($"{t.TotalMilliseconds:0.00}") : "-";

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
