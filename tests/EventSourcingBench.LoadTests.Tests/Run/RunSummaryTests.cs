using Spectre.Console;

namespace EventSourcingBench.LoadTests.Tests;

/// <summary>What a user reads on the terminal when a run has ended.</summary>
public sealed class RunSummaryTests
{
    private const int Width = 100;

    [Fact]
    public void Every_way_to_fail_has_a_column_and_percentiles_among_missing_answers_are_lower_bounds() =>
        Snapshots.ShouldBe("summary.txt", string.Concat(
            Written(
                Step("soon", (Outcome.Success, 10, 500)),
                Step("mixed", (Outcome.Success, 10, 720), (Outcome.Conflict, 20, 276), (Outcome.Timeout, 5_000, 14))),
            Written(Step("soon", (Outcome.Success, 10, 500)))));

    [Fact]
    public void A_line_of_progress_names_what_was_not_done()
    {
        var workload = WorkloadFile.Load("reservation", "smoke");
        var step = new Step(1, SuiteCatalog.Find("reservation"), workload, "memory", Trial: 1, Copies: 4, Rate: null);
        var second = new SecondRecord(0, 90) { P99Milliseconds = 5_000, P99IsLowerBound = true };

        Snapshots.ShouldBe("progress.txt", string.Join('\n',
        [
            ProgressText.Live(step, second, new LoadTotals(90), phase: null),
            ProgressText.Live(step, second, new LoadTotals(90, Conflicts: 4, Errors: 3, Timeouts: 2, Refused: 1), phase: null),
            ProgressText.Ended(step, Step("memory", (Outcome.Success, 10, 900), (Outcome.Error, 1, 100))),
            ProgressText.Ended(step, Step("memory", (Outcome.Success, 10, 999))),
        ]));
    }

    private static string Written(params StepRecord[] steps)
    {
        using var output = new StringWriter();
        var (plain, to) = (ColorSystemSupport.NoColors, new AnsiConsoleOutput(output));
        var console = AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.No, ColorSystem = plain, Out = to });
        console.Profile.Width = Width;
        RunSummary.Write(console, Run, steps);
        return output.ToString();
    }

    private static StepRecord Step(string store, params (Outcome Outcome, double Milliseconds, int Count)[] requests) => TestTools.Step(
        store, [.. requests.Select(r => TestTools.Operation("append", r.Outcome, r.Milliseconds, r.Count))]) with
    { Copies = 4 };

    private static RunRecord Run { get; } = new(
        "run", "append", "quick", 1, DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch, "1", "built-in", "direct", "synthetic")
    {
        Workloads = new Dictionary<string, WorkloadRecord>(),
        Stores = [.. new[] { "soon", "mixed" }.Select(name => new StoreRecord(name, "?", "1", "1", "fsync", "?", "?", "embedded"))],
    };
}
