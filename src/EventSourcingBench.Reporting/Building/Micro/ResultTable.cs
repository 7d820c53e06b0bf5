using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>Every benchmark of a class with every number that the report has.</summary>
internal static class ResultTable
{
    public static TableModel Build(BenchmarkSet set)
    {
        var time = BenchmarkMeasure.Time(set);
        return new TableModel(
            $"All results of {set.Name}",
            [
                new("Store or method"), new("Method"), new("Events", true), new("Strings in an event", true), new($"Median ({time.Unit}, 95% CI)", true),
                new($"Mean ({time.Unit})", true), new("Iterations", true), new("Allocated", true), new("Collections of generation 0, 1, 2"),
            ],
            [
                .. set.Points.Select(p => (IReadOnlyList<string>)
                [
                    set.NameOf(p), Way(p.Record), Count(p.Record.Events), Count(p.Record.Size), p.Time is null ? "failed" : time.Text(p),
                    Format.Number(p.Mean * time.Scale), Format.Count(p.Record.Nanoseconds.Count), Format.Bytes(p.Bytes), Collections(p.Record),
                ]),
            ]);
    }

    private static string Way(BenchmarkRecord record) => record.Others.Length == 0 ? record.Method : $"{record.Method}, {record.Others}";

    private static string Count(long? count) => count is { } number ? Format.Count(number) : Format.None;

    private static string Collections(BenchmarkRecord record) => record.MemoryOperations == 0
        ? Format.None
        : $"{string.Join(", ", record.Collections.Select(Format.Count))} in {record.MemoryOperations.ToString("N0", CultureInfo.InvariantCulture)}";
}
