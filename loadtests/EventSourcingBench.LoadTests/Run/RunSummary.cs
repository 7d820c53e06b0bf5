using Spectre.Console;

namespace EventSourcingBench.LoadTests.Run;

internal static class RunSummary
{
    public static void Write(IAnsiConsole console, RunRecord run, IReadOnlyList<StepRecord> steps)
    {
        foreach (var suite in steps.GroupBy(s => s.Suite))
        {
            var known = SuiteCatalog.All.FirstOrDefault(s => s.Name == suite.Key);
            console.Write(known?.Table?.Invoke(run, suite.ToList()) ?? Table(run, suite.ToList()));
            foreach (var search in suite.Where(s => s.SloSearch is not null))
                console.MarkupLineInterpolated($"{search.SloSearch!.Answer(search.Store)}");

            foreach (var (store, step, worst) in ThresholdRecord.WorstOf(suite, run.Stores))
            {
                var (text, at) = (Format.Value(worst), $"{Step.LoadText(step.Copies, step.Rate, step.Preload)}, trial {step.Trial}");
                console.MarkupLine(
                    $"{Markup.Escape(store)} {(worst.IsKept ? "[green]keeps[/]" : "[red]breaks[/]")} {Markup.Escape(worst.Threshold)}: "
                    + $"{text} in its worst trial ({at.TrimStart(',', ' ')})");
            }
        }

        foreach (var missing in run.Unavailable)
        {
            console.MarkupLineInterpolated(
                CultureInfo.InvariantCulture, $"[yellow]{missing.Name} did not run[/]: {missing.Reason} {missing.Fix}");
        }
    }

    private static Table Table(RunRecord run, List<StepRecord> steps)
    {
        var operation = steps.SelectMany(s => s.Operations).Select(o => o.Operation).FirstOrDefault("request");
        var withDelay = steps.Any(s => s.ProjectionDelay is not null);
        string[] delays = withDelay ? ["delay p50 ms", "delay p99 ms"] : [];
        var totals = LoadTotals.Of(steps.SelectMany(s => s.Operations));
        Outcome[] shown = [.. OutcomeTitles.Unsuccessful.Where(o => totals[o] > 0)];
        return SummaryTable.Draw(
            run,
            steps[0].Suite,
            ["load", $"{operation}s/s", "p50 ms", "p99 ms", .. delays, "failed", .. shown.Select(Heading)],
            steps.OrderBy(s => s.Preload).ThenBy(s => s.Copies ?? s.Rate).ThenBy(s => s.Trial)
                .Select(s => (s, Cells(s, withDelay, shown))));
    }

    private static IEnumerable<string> Cells(StepRecord step, bool withDelay, IReadOnlyList<Outcome> shown)
    {
        var (totals, response) = (LoadTotals.Of(step.Operations), ResponseTimes.Of(step.Operations));
        var delay = step.ProjectionDelay is { Count: > 0 } d ? ResponseTimes.Of(d) : new ResponseTimes();
        return
        [
            Step.LoadText(step.Copies, step.Rate, step.Preload),
            SummaryTable.Rate(step, step.Throughput),
            Milliseconds(response, 50),
            Milliseconds(response, 99),
            .. withDelay ? (string[])[Milliseconds(delay, 50), Milliseconds(delay, 99)] : [],
            totals.Failed == 0 ? "0%" : $"[red]{Format.Percent(totals.FailedShare)}[/]",
            .. shown.Select(o => SummaryTable.Text($"{totals[o]:N0}")),
        ];
    }

    // All of it has to fit into 100 columns.
    private static string Heading(Outcome outcome) => outcome switch
    {
        Outcome.Refused => "refused",
        Outcome.Conflict => "conflicts",
        Outcome.Timeout => "no\nanswer",
        _ => outcome.Title(),
    };

    private static string Milliseconds(ResponseTimes times, double percentile) => times.Given(percentile) is var (time, isLowerBound)
        ? Format.AtLeast(SummaryTable.Text($"{time.TotalMilliseconds:0.00}"), isLowerBound) : "-";
}
