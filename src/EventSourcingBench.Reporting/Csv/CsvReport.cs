using CsvHelper;

namespace EventSourcingBench.Reporting.Csv;

/// <summary>All numbers of all steps, for a spreadsheet or a script.</summary>
internal static class CsvReport
{
    public static string Render(IReadOnlyList<RunFolder> runs) => Render(runs, []);

    /// <param name="runs">The load runs.</param>
    /// <param name="benchmarks">The microbenchmarks: where there are any, columns of theirs follow those of the load runs.</param>
    public static string Render(IReadOnlyList<RunFolder> runs, IReadOnlyList<BenchmarkFolder> benchmarks)
    {
        IReadOnlyList<BenchmarkColumn> own = benchmarks.Count == 0 ? [] : BenchmarkColumns.Own;
        var suites = SuitesOf(runs);
        IReadOnlyList<CsvColumn> loads =
        [
            .. CsvColumns.All,
            .. suites.Values.SelectMany(s => s.Report.Csv.Select(c => new CsvColumn(
                c.Key, r => r.Step.Suite == s.Name ? s.Draw(() => r.Value(s, c.Value)) : null))).GroupBy(c => c.Name, StringComparer.Ordinal)
                .Select(g => new CsvColumn(g.Key, r => g.Select(c => c.Value(r)).FirstOrDefault(v => v is not null))),
        ];
        using var text = new StringWriter(CultureInfo.InvariantCulture);
        using (var csv = CsvWriter.Create(text, Options, leaveOpen: true))
        {
            csv.WriteHeader([.. loads.Select(c => c.Name), .. own.Select(c => c.Name)]);
            foreach (var row in runs.SelectMany(run => run.Steps.SelectMany(step => Rows(suites[step.Suite], run.Run, step))))
            {
                csv.WriteRecord([.. loads.Select(c => Field(c.Value(row))), .. own.Select(_ => string.Empty)]);
            }

            foreach (var (folder, point) in benchmarks.SelectMany((f, run) => f.Records.Select(r => (f, new BenchmarkPoint(run, r)))))
            {
                csv.WriteRecord(
                [
                    .. loads.Select(c => Field(BenchmarkColumns.Shared(c.Name, folder, point))), .. own.Select(c => Field(c.Value(point))),
                ]);
            }
        }

        return text.ToString();
    }

    /// <summary>The files with a row for each part of a step; none of suites without such parts.</summary>
    public static IEnumerable<(string Name, string Text)> PartFiles(IReadOnlyList<RunFolder> runs) =>
        from suite in SuitesOf(runs).Values
        let file = suite.Report.File
        where file is not null
        let rows = (from run in runs
                    from step in run.Steps
                    where step.Suite == suite.Name
                    from part in Enumerable.Range(0, suite.PartsOf(step))
                    select new CsvRow(run.Run, step, null) { Part = part }).ToList()
        where rows.Count > 0
        select (file.Name, Render([.. file.Columns.Select(c => new CsvColumn(c.Key, r => r.Value(suite, c.Value)))], rows));

    private static Dictionary<string, SuiteDefinition> SuitesOf(IReadOnlyList<RunFolder> runs) =>
        runs.SelectMany(r => r.Steps).Select(s => s.Suite).Distinct(StringComparer.Ordinal)
            .ToDictionary(s => s, s => SuiteDefinition.Of(s, runs), StringComparer.Ordinal);

    private static string Render(IReadOnlyList<CsvColumn> columns, IReadOnlyList<CsvRow> rows)
    {
        using var text = new StringWriter(CultureInfo.InvariantCulture);
        using (var csv = CsvWriter.Create(text, Options, leaveOpen: true))
        {
            csv.WriteHeader([.. columns.Select(c => c.Name)]);
            foreach (var row in rows)
            {
                csv.WriteRecord([.. columns.Select(c => Field(c.Value(row)))]);
            }
        }

        return text.ToString();
    }

    // A spreadsheet must not run a store's error message as a formula.
    private static CsvWriterOptions Options => CsvWriterOptions.Default with { NewLine = "\n", Injection = CsvInjection.Escape };

    private static IReadOnlyList<CsvRow> Rows(SuiteDefinition suite, RunRecord run, StepRecord step)
    {
        IReadOnlyList<CsvRow> rows =
        [
            .. step.Operations.OrderBy(o => o.Operation, StringComparer.Ordinal).ThenBy(o => o.Outcome)
            .Select(o => new CsvRow(run, step, o)),
            .. Enumerable.Range(0, suite.PartsOf(step)).Select(p => new CsvRow(run, step, null) { Part = p }),
        ];
        return rows.Count == 0 ? [new CsvRow(run, step, null)] : rows;
    }

    private static string Field(object? value) => value switch
    {
        null => string.Empty,
        bool flag => flag ? "true" : "false",
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        _ => value.ToString() ?? string.Empty,
    };
}
