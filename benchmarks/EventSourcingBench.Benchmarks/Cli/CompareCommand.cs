using System.CommandLine;
using System.CommandLine.Parsing;
using EventSourcingBench.Cli;
using Spectre.Console;

namespace EventSourcingBench.Benchmarks.Cli;

internal static class CompareCommand
{
    private static readonly (string Unit, double Factor)[] Units = [("ns", 1), ("us", 1e3), ("ms", 1e6), ("s", 1e9)];

    public static Command Create()
    {
        var older = new Argument<string>("OLD") { Description = "Folder or full JSON file of the baseline run." };
        var newer = new Argument<string>("NEW") { Description = "Folder or full JSON file of the run to compare." };
        var threshold = new Option<double>("--threshold")
        {
            Description = "The relative difference that counts as no change. Default: 5%.",
            CustomParser = r => Number(r, 100, [("%", 1)], "a part of the old time, such as 5%"),
            DefaultValueFactory = _ => 5,
        };
        var noise = new Option<double>("--noise")
        {
            Description = "The absolute difference that counts as no change. Default: 1ns.",
            CustomParser = r => Number(r, double.MaxValue, Units, "a time, such as 1ns, 20us or 1.5ms"),
            DefaultValueFactory = _ => 1,
        };
        var command = new Command("compare", "Compare two runs by their full JSON; exit code 1 if "
            + "something became slower") { older, newer, threshold, noise };
        command.SetAction(result =>
        {
            var comparison = Comparison.Make(
                ResultFiles.Read(result.GetValue(older)!), ResultFiles.Read(result.GetValue(newer)!), result.GetValue(threshold),
                result.GetValue(noise));
            Write(comparison, Terminal.Create());
            return comparison.Benchmarks.Any(c => c.Change == Change.Regressed) ? ExitCodes.Failure : ExitCodes.Success;
        });
        return command;
    }

    private static void Write(Comparison comparison, IAnsiConsole console)
    {
        var table = new Table().Border(TableBorder.Simple).AddColumns("", "benchmark", "old", "new", "new/old", "p", "allocated");
        foreach (var compared in comparison.Benchmarks)
        {
            table.AddRow(
                compared.Change switch { Change.Regressed => "[red]slower[/]", Change.Improved => "[green]faster[/]", var c => Word(c) },
                Markup.Escape(compared.Old.Name), Time(compared.Old.Median), Time(compared.New.Median),
                compared.Ratio.ToString("0.000", CultureInfo.InvariantCulture),
                compared.Change == Change.Undecided ? "" : compared.PValue.ToString("0.0000", CultureInfo.InvariantCulture),
                compared is { Old.AllocatedBytes: > 0 and { } before, New.AllocatedBytes: { } after }
                    ? ((double)after / before).ToString("0.000", CultureInfo.InvariantCulture)
                    : "");
        }

        console.Write(table);
        console.WriteLine(string.Join(", ", Enum.GetValues<Change>().OrderDescending().Select(change =>
            string.Create(CultureInfo.InvariantCulture, $"{Word(change)}: {comparison.Benchmarks.Count(c => c.Change == change)}"))));
        comparison.OnlyOld.ToList().ForEach(name => console.WriteLine($"only in OLD: {name}"));
        comparison.OnlyNew.ToList().ForEach(name => console.WriteLine($"only in NEW: {name}"));
    }

    private static string Word(Change change) => change switch
    {
        Change.Regressed => "slower",
        Change.Improved => "faster",
        Change.Undecided => $"too few values (under {Comparison.FewestValues})",
        _ => "unchanged",
    };

    private static string Time(double nanoseconds)
    {
        var (unit, factor) = Units.LastOrDefault(u => nanoseconds >= u.Factor, Units[0]);
        return string.Create(CultureInfo.InvariantCulture, $"{nanoseconds / factor:0.00} {unit}");
    }

    private static double Number(ArgumentResult result, double most, (string Unit, double Factor)[] units, string form)
    {
        var text = result.Tokens.Single().Value;
        var numbers = units.Where(u => text.EndsWith(u.Unit, StringComparison.Ordinal))
            .Select(u => double.TryParse(
                text[..^u.Unit.Length], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
                ? number * u.Factor : double.NaN)
            .Where(n => n <= most).ToList();
        if (numbers.Count == 0)
            result.AddError($"'{text}' is not {form}.");

        return numbers.FirstOrDefault();
    }
}
