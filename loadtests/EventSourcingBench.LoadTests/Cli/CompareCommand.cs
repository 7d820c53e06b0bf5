using EventSourcingBench.Measurement.Benchmarks;
using EventSourcingBench.Reporting.Comparing;

namespace EventSourcingBench.LoadTests.Cli;

internal static class CompareCommand
{
    private const string Place = "A results folder, a folder or full JSON file of microbenchmarks, or a published file";

    public static Command Create()
    {
        var a = new Argument<string>("A") { Description = $"The baseline. {Place}." };
        var b = new Argument<string>("B") { Description = $"The run to compare with it. {Place}." };
        var explain = new Option<bool>("--explain") { Description = "Say what to repeat where the runs cannot be compared." };
        var margin = Margin();
        var command = new Command(
            "compare", $"Compare two runs. Exit code {ExitCodes.Failure}: B is slower; {ExitCodes.NotComparable}: they cannot be compared")
        { a, b, explain, margin };
        command.SetAction(result =>
        {
            var comparison = RunComparison.Of(
                Read(result.GetRequiredValue(a)), Read(result.GetRequiredValue(b)), result.GetValue(margin));
            Write(comparison, result.GetValue(explain), Terminal.Create());
            return !comparison.IsComparable ? ExitCodes.NotComparable : comparison.IsWorse ? ExitCodes.Failure : ExitCodes.Success;
        });
        return command;
    }

    public static Option<double> Margin() => RunSettings.Named(
        "--margin", "The relative difference that does not count. Default: 5%.", result => OptionParsers.Margin(result) ?? 0,
        Difference.DefaultMargin);

    private static ComparableRun Read(string path)
    {
        if (!File.Exists(path) && !Directory.Exists(path))
            throw new UserException($"There is no file or folder {path}.");

        return UserFiles.Read(() => RunFolder.Is(path) ? ComparableRun.Of(PublishCommands.Read(path))
            : File.Exists(path) && PublishedRunFile.Is(path) ? ComparableRun.Of(PublishedRunFile.Read(path))
            : ComparableRun.Of(BenchmarkFolder.Read(path)));
    }

    private static void Write(RunComparison comparison, bool explain, IAnsiConsole console)
    {
        console.WriteLine($"A: {comparison.A.Name}");
        console.WriteLine($"B: {comparison.B.Name}");
        var facts = new Table().Border(TableBorder.Simple).AddColumns("differs", "what", "A", "B");
        foreach (var fact in comparison.Facts)
            facts.AddRow([.. new[] { RunFact.Word(fact.Kind), fact.Title, fact.A, fact.B }.Select(Markup.Escape)]);

        if (facts.Rows.Count > 0)
            console.Write(facts);
        else
            console.WriteLine("Nothing that is recorded differs.");

        var whyNot = RunComparison.WhyNot(comparison.Facts) ?? "Not compared: the runs have nothing in common.";
        if (comparison.IsComparable)
            Write(comparison.Values, console);
        else
            console.WriteLine(whyNot + (explain ? string.Empty : " --explain says what to repeat."));

        foreach (var line in explain ? comparison.Advice() : [])
            console.WriteLine(line);

        comparison.OnlyA.ToList().ForEach(name => console.WriteLine($"only in A: {name}"));
        comparison.OnlyB.ToList().ForEach(name => console.WriteLine($"only in B: {name}"));
    }

    private static void Write(IReadOnlyList<ComparedMetric> values, IAnsiConsole console)
    {
        var table = new Table().Border(TableBorder.Simple).AddColumns("suite", "store", "load", "metric", "A", "B", "B/A", "answer");
        foreach (var value in values)
        {
            var answer = Markup.Escape(value.Answer);
            string[] texts =
            [
                value.A.Suite, value.A.Store, value.A.Load, value.A.Metric, value.A.Text(value.A.Median), value.B.Text(value.B.Median),
                value.Ratio is { } ratio ? Format.Times(ratio) : Format.None,
            ];
            var colored = value.Difference?.Decision switch
            {
                Decision.Less => $"[red]{answer}[/]",
                Decision.Greater => $"[green]{answer}[/]",
                _ => answer,
            };
            table.AddRow([.. texts.Select(Markup.Escape), colored]);
        }

        console.Write(table);
        var differences = values.Select(v => v.Difference).OfType<Difference>().ToList();
        console.WriteLine(
            $"slower: {Count(Decision.Less)}, faster: {Count(Decision.Greater)}, no difference: {Count(Decision.Equal)}, "
                + $"not decided: {Count(Decision.None)}; intervals: {Format.IntervalOf(differences.Select(d => d.Count))}");

        string Count(Decision decision) => Format.Count(differences.Count(d => d.Decision == decision));
    }
}
