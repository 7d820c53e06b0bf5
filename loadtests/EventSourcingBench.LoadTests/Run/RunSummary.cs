using Spectre.Console;
using Format = EventSourcingBench.Reporting.Text.Format;

namespace EventSourcingBench.LoadTests.Run;

/// <summary>The table at the end of a run: the answer in short, before the report gives it whole.</summary>
internal static class RunSummary
{
    public static void Write(IAnsiConsole console, RunRecord run, IReadOnlyList<StepRecord> steps)
    {
        foreach (var suite in steps.GroupBy(s => s.Suite))
        {
            var known = SuiteCatalog.All.FirstOrDefault(s => s.Name == suite.Key);
            console.Write(known?.Table?.Invoke(run, suite.ToList()) ?? Table(run, suite.ToList()));
        }

        foreach (var missing in run.Unavailable)
        {
            console.MarkupLineInterpolated(
                CultureInfo.InvariantCulture, $"[yellow]{missing.Name} did not run[/]: {missing.Reason} {missing.Fix}");
        }
    }

    private static Table Table(RunRecord run, List<StepRecord> steps)
    {
        var table = new Table().Border(TableBorder.Simple).Title(steps[0].Suite);
        table.AddColumns("store", "durability");
        var operation = steps.SelectMany(s => s.Operations).Select(o => o.Operation).FirstOrDefault("request");
        var withDelay = steps.Any(s => s.ProjectionDelay is not null);
        string[] delays = withDelay ? ["delay p50 ms", "delay p99 ms"] : [];
        var totals = LoadTotals.Of(steps.SelectMany(s => s.Operations));
        Outcome[] shown = [.. OutcomeTitles.Unsuccessful.Where(o => totals[o] > 0)];
        foreach (var heading in (string[])["load", $"{operation}s/s", "p50 ms", "p99 ms", .. delays, "failed", .. shown.Select(Heading)])
        {
            table.AddColumn(new TableColumn(heading).RightAligned().NoWrap());
        }

        table.AddColumn("verdict");
        foreach (var column in table.Columns)
        {
            column.PadLeft(1).PadRight(0);
        }

        var durability = run.Stores.ToDictionary(s => s.Name, s => s.Durability);
        foreach (var row in steps.OrderBy(s => durability.GetValueOrDefault(s.Store), StringComparer.Ordinal)
            .ThenBy(s => s.Store, StringComparer.Ordinal).ThenBy(s => s.Preload).ThenBy(s => s.Copies ?? s.Rate).ThenBy(s => s.Trial))
        {
            table.AddRow([.. Cells(row, durability.GetValueOrDefault(row.Store, "-"), withDelay, shown).Select(c => new Markup(c))]);
        }

        return table;
    }

    private static IEnumerable<string> Cells(StepRecord step, string durability, bool withDelay, IReadOnlyList<Outcome> shown)
    {
        var (totals, response) = (LoadTotals.Of(step.Operations), ResponseTimes.Of(step.Operations));
        var delay = step.ProjectionDelay is { Count: > 0 } d ? ResponseTimes.Of(LatencyHistogram.FromRecord(d)) : new ResponseTimes();
        yield return Markup.Escape(step.Store);
        yield return durability;
        var load = step.Copies is { } copies ? Text($"{copies} {(copies == 1 ? "copy" : "copies")}") : Text($"{step.Rate}/s");
        yield return step.Preload > 0 ? Text($"{load}, {step.Preload:N0} stored") : load;
        yield return step.Verdict.Passed ? Text($"{step.Throughput:N0}") : Text($"[grey]{step.Throughput:N0}[/]");
        yield return Milliseconds(response, 50);
        yield return Milliseconds(response, 99);
        if (withDelay)
        {
            yield return Milliseconds(delay, 50);
            yield return Milliseconds(delay, 99);
        }

        yield return totals.Failed == 0 ? "0%" : $"[red]{Format.Percent(totals.FailedShare)}[/]";
        foreach (var outcome in shown)
        {
            yield return Text($"{totals[outcome]:N0}");
        }

        yield return step.Verdict.Passed ? "[green]verified[/]" : $"[red]{Markup.Escape(step.Verdict.Text)}[/]";
    }

    // All of it has to fit into 100 columns.
    private static string Heading(Outcome outcome) => outcome switch
    {
        Outcome.Refused => "refused",
        Outcome.Conflict => "conflicts",
        Outcome.Timeout => "no\nanswer",
        _ => outcome.Title(),
    };

    private static string Milliseconds(ResponseTimes times, double percentile)
    {
        var (time, isLowerBound) = times.Percentile(percentile);
        return times.Count == 0 ? "-" : Format.AtLeast(Text($"{time.TotalMilliseconds:0.00}"), isLowerBound);
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
