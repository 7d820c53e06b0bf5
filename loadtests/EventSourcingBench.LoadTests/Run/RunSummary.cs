using static EventSourcingBench.LoadTests.Steps.SummaryTable;

namespace EventSourcingBench.LoadTests.Run;

internal static class RunSummary
{
    private static readonly (string, Func<StepRecord, ResponseTimes, string?>)[] Delays =
        [("delay p50 ms", (s, _) => Delay(s, 50)), ("delay p99 ms", (s, _) => Delay(s, 99))];

    public static void Write(IAnsiConsole console, RunRecord run, IReadOnlyList<StepRecord> steps)
    {
        foreach (var suite in steps.GroupBy(s => s.Suite))
        {
            var known = SuiteCatalog.All.FirstOrDefault(s => s.Name == suite.Key);
            console.Write(known?.Table?.Invoke(run, suite.ToList()) ?? Table(run, suite.ToList()));
            foreach (var search in suite.Where(s => s is { SloSearch: not null, Verdict.Passed: true }))
                console.MarkupLineInterpolated($"{search.SloSearch!.Answer(search.Store)}");

            foreach (var (store, step, worst) in ThresholdRecord.WorstOf(suite, run.Stores))
            {
                var again = step.Store == store ? "" : $" of {step.Store}";
                var (text, at) = (Format.Value(worst), $"{Step.LoadText(step.Copies, step.Rate, step.Preload)}, trial {step.Trial}{again}");
                console.MarkupLine(
                    $"{Markup.Escape(store)} {(worst.IsKept ? "[green]keeps[/]" : "[red]breaks[/]")} {Markup.Escape(worst.Threshold)}: "
                    + $"{text} in its worst trial ({Markup.Escape(at.TrimStart(',', ' '))})");
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
        var totals = LoadTotals.Of(steps.SelectMany(s => s.Operations));
        (string, Func<StepRecord, ResponseTimes, string?>)[] columns =
        [
            ("load", (s, _) => Step.LoadText(s.Copies, s.Rate, s.Preload)),
            ($"{operation}s/s", (s, _) => Rate(s, s.Throughput)),
            ("p50 ms", (_, times) => Milliseconds(times, 50)),
            ("p99 ms", (_, times) => Milliseconds(times, 99)),
            .. steps.Exists(s => s.ProjectionDelay is not null) ? Delays : [],
            ("failed", (s, _) => LoadTotals.Of(s.Operations) is { Failed: > 0 } t ? $"[red]{Format.Percent(t.FailedShare)}[/]" : "0%"),
            .. OutcomeTitles.Unsuccessful.Where(o => totals[o] > 0).Select(ColumnOf),
        ];
        var rows = steps.OrderBy(s => s.Preload).ThenBy(s => s.Copies ?? s.Rate).ThenBy(s => s.Trial);
        return Draw(run, steps[0].Suite, columns, rows.Select(s => (s, (ResponseTimes?)ResponseTimes.Of(s.Operations))));
    }

    // All columns have to fit into 100 characters.
    private static (string, Func<StepRecord, ResponseTimes, string?>) ColumnOf(Outcome outcome)
    {
        var heading = outcome switch
        {
            Outcome.Refused => "refused",
            Outcome.Conflict => "conflicts",
            Outcome.Timeout => "no\nanswer",
            _ => outcome.Title(),
        };
        return (heading, (s, _) => Text($"{LoadTotals.Of(s.Operations)[outcome]:N0}"));
    }

    private static string? Delay(StepRecord step, double percentile) =>
        step.ProjectionDelay is { Count: > 0 } delays ? Milliseconds(ResponseTimes.Of(delays), percentile) : null;

    private static string? Milliseconds(ResponseTimes times, double percentile) =>
        times.Given(percentile) is var (time, isLowerBound) ? Format.AtLeast(Text($"{time.TotalMilliseconds:0.00}"), isLowerBound) : null;
}
