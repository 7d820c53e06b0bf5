using CsvHelper;

namespace EventSourcingBench.Reporting.Csv;

internal static class CsvReport
{
    /// <summary>Load runs, and below them microbenchmarks: where there are any, their columns follow those of the load runs.</summary>
    public static string Render(IReadOnlyList<RunFolder> runs, params IReadOnlyList<BenchmarkFolder> benchmarks)
    {
        var suites = SuiteDefinition.Of(runs);
        IReadOnlyList<CsvColumn> columns =
        [
            .. CsvColumns.All,
            .. runs.SelectMany(r => r.Steps).Any(s => s.Details.ContainsKey(CostRecord.Name)) ? CsvColumns.Costs : [],
            .. runs.SelectMany(r => r.Steps).Any(s => s.Thresholds is not null) ? CsvColumns.Thresholds : [],
            .. suites.Values.SelectMany(s => s.Report.Csv.Select(c => new CsvColumn(
                c.Key, r => r.Step.Suite == s.Name ? s.Draw(_ => r.Value(s, c.Value)) : null)))
                    .GroupBy(c => c.Name, StringComparer.Ordinal)
                .Select(g => new CsvColumn(g.Key, r => g.Select(c => c.OfStep!(r)).FirstOrDefault(v => v is not null))),
            .. benchmarks.Count == 0 ? [] : CsvColumns.Benchmarks,
        ];
        var steps = runs.SelectMany(run => run.Steps.SelectMany(step => Rows(suites[step.Suite], run.Run, step)))
            .Select(row => columns.Select(c => c.OfStep?.Invoke(row)));
        var points = benchmarks.SelectMany(f => f.Records.Select(r => (Folder: f, Point: new Benchmark(r))))
            .Select(b => columns.Select(c => c.OfBenchmark?.Invoke(b)));
        return Write(columns.Select(c => c.Name), steps.Concat(points));
    }

    /// <summary>The files with a row for each part of a step; none of suites without such parts.</summary>
    public static IEnumerable<(string Name, string Text)> PartFiles(IReadOnlyList<RunFolder> runs) =>
        from suite in SuiteDefinition.Of(runs).Values
        let file = suite.Report.File
        where file is not null
        let rows = (from run in runs
                    from step in run.Steps
                    where step.Suite == suite.Name
                    from part in Enumerable.Range(0, suite.PartsOf(step))
                    select new CsvRow(run.Run, step, null, part)).ToList()
        where rows.Count > 0
        select (file.Name, suite.Draw(s => Write(file.Columns.Keys, rows.Select(r => file.Columns.Values.Select(v => r.Value(s, v))))));

    private static string Write(IEnumerable<string> header, IEnumerable<IEnumerable<object?>> rows)
    {
        using var text = new StringWriter(CultureInfo.InvariantCulture);
        // A spreadsheet must not run a store's error message as a formula.
        var options = CsvWriterOptions.Default with { NewLine = "\n", Injection = CsvInjection.Escape };
        using (var csv = CsvWriter.Create(text, options, leaveOpen: true))
        {
            csv.WriteHeader([.. header]);
            foreach (var row in rows)
            {
                // Not as text, which would put an apostrophe before a negative number.
                foreach (var value in row)
                    csv.WriteField(value is bool flag ? flag ? "true" : "false" : value);

                csv.EndRecord();
            }
        }

        return text.ToString();
    }

    private static IEnumerable<CsvRow> Rows(SuiteDefinition suite, RunRecord run, StepRecord step) =>
        step.Operations.OrderBy(o => o.Operation, StringComparer.Ordinal).ThenBy(o => o.Outcome).Select(o => new CsvRow(run, step, o))
            .Concat(Enumerable.Range(0, suite.PartsOf(step)).Select(p => new CsvRow(run, step, null, p)))
            .DefaultIfEmpty(new CsvRow(run, step, null));
}
