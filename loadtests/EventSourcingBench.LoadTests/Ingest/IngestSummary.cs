using Spectre.Console;

namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>The table at the end of a run of the suite <c>ingest</c>.</summary>
internal static class IngestSummary
{
    /// <summary>What is said of a step that has ended.</summary>
    public static string? Ended(Step step, StepRecord record)
    {
        if (record.Ingest is not { } ingest)
        {
            return null;
        }

        var refused = ingest.Trials.Sum(t => t.Overflowed);
        var death = ingest.NodeDeath is { } node ? Text($"  a node died, pause {node.Pause.TotalSeconds:0.0} s") : "";
        var full = refused > 0 ? Text($"  {refused:N0} refused") : "";
        return Text($"{step,-54} {record.Throughput,9:N0} events/s{full}{death}  {record.Verdict.Text}");
    }

    public static Table Table(RunRecord run, IReadOnlyList<StepRecord> steps)
    {
        var table = new Table().Border(TableBorder.Simple).Title(run.Via == Via.Http ? "ingest over HTTP, events/s" : "ingest, events/s");
        table.AddColumns("store", "durability");
        foreach (var heading in (string[])["events", "buffer", "trials", "median", "max", "refused", "failed"])
        {
            table.AddColumn(new TableColumn(heading).RightAligned());
        }

        table.AddColumn("verdict");
        var durability = run.Stores.ToDictionary(s => s.Name, s => s.Durability);
        foreach (var (step, ingest) in steps.Select(s => (s, s.Ingest!))
            .OrderBy(s => durability.GetValueOrDefault(s.s.Store), StringComparer.Ordinal).ThenBy(s => s.s.Store, StringComparer.Ordinal)
            .ThenBy(s => s.Item2.BufferMode, StringComparer.Ordinal).ThenBy(s => s.Item2.BufferBytes).ThenBy(s => s.Item2.Count))
        {
            var cells = Cells(step, ingest, durability.GetValueOrDefault(step.Store, "-")).Select(c => new Markup(c));
            table.AddRow(cells.ToArray<Spectre.Console.Rendering.IRenderable>());
        }

        return table;
    }

    private static IEnumerable<string> Cells(StepRecord step, IngestRecord ingest, string durability)
    {
        var best = ingest.Trials.Select(t => t.EventsPerSecond).DefaultIfEmpty().Max();
        yield return Markup.Escape(step.Store);
        yield return durability;
        yield return Text($"{ingest.Count:N0}");
        yield return $"{ingest.BufferMode} {SizeText.Of(ingest.BufferBytes)}";
        yield return Text($"{ingest.Trials.Count}");
        yield return step.Verdict.Passed ? Text($"{step.Throughput:N0}") : Text($"[grey]{step.Throughput:N0}[/]");
        yield return step.Verdict.Passed ? Text($"{best:N0}") : Text($"[grey]{best:N0}[/]");
        yield return Text($"{ingest.Trials.Sum(t => t.Overflowed):N0}");
        yield return Text($"{ingest.Trials.Sum(t => t.Failed):N0}");
        yield return step.Verdict.Passed ? "[green]verified[/]" : $"[red]{Markup.Escape(step.Verdict.Text)}[/]";
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
