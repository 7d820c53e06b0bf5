using EventSourcingBench.Reporting.Trends;

namespace EventSourcingBench.LoadTests.Cli;

internal static class HistoryCommand
{
    public static Command Create()
    {
        var published = RunSettings.Named(
            "--published", $"The folder with published runs. Default: {PublishCommands.Folder}.", otherwise: PublishCommands.Folder);
        var suite = new Option<string?>("--suite") { Description = "One suite. Default: all." };
        var store = new Option<string?>("--store") { Description = "One store. Default: all." };
        var output = new Option<string?>("--output") { Description = "An HTML file to draw the series in." };
        var margin = CompareCommand.Margin();
        var command = new Command("history", "List the same workload over versions and dates, and where it changed")
        { published, suite, store, output, margin };
        command.SetAction(async (result, cancellation) =>
        {
            var series = Read(result.GetValue(published)!, result.GetValue(margin), result.GetValue(suite), result.GetValue(store));
            var console = Terminal.Create();
            series.ForEach(s => Write(s, console));
            console.WriteLine($"series: {Format.Count(series.Count)}, changes: {Format.Count(series.Sum(s => s.Changes.Count))}");
            if (result.GetValue(output) is { } file)
                await UserFiles.WriteAsync(file, "file", () => File.WriteAllTextAsync(file, HistoryPage.Page(series), cancellation));

            return ExitCodes.Success;
        });
        return command;
    }

    private static List<HistorySeries> Read(string folder, double margin, string? suite, string? store)
    {
        var series = UserFiles.Read(() => HistorySeries.Of(PublishedRunFile.ReadAll(folder), margin))
            .Where(s => (suite is null || s.Suite == suite) && (store is null || s.Store == store)).ToList();
        return series.Count > 0 ? series
            : throw new UserException($"{folder} has no published run of that kind. 'publish' writes one; see --suite and --store.");
    }

    private static void Write(HistorySeries series, IAnsiConsole console)
    {
        console.WriteLine(series.Title);
        foreach (var note in new[] { series.TooShort }.OfType<string>().Concat(series.Apart))
            console.WriteLine($"  {note}");

        var table = new Table().Border(TableBorder.Simple).AddColumns("date", "run", "product", "store", series.Unit, "change");
        foreach (var (i, point) in series.Points.Index())
        {
            var change = series.ChangeAt(i);
            var text = change is null ? string.Empty : Markup.Escape(string.Join('\n', change.Differs.Prepend(change.Text)));
            table.AddRow(
                Format.Time(point.At), Markup.Escape(point.Run), Markup.Escape(point.Product), Markup.Escape(point.StoreVersion),
                Format.WithInterval(point.Value),
                change is null ? text : change.IsBetter ? $"[green]{text}[/]" : $"[red]{text}[/]");
        }

        console.Write(table);
    }
}
