namespace EventSourcingBench.Reporting.Micro;

internal static class BenchmarkTables
{
    public static TableModel Fits(BenchmarkSet set) => TableRows.Of(
        $"What {set.Name} costs once and for each event",
        set.Rows.Where(r => r.TimeFit is not null),
        [
            .. set.Head, new("Once (µs)", r => r.TimeFit!.Fixed / 1e3), new("For an event (µs)", r => r.TimeFit!.PerEvent / 1e3),
            new("Farthest value from the line", r => Format.Percent(r.TimeFit!.WorstDeviation), numeric: true),
            new($"Exponent, {Format.Count((long)PowerLaw.From)} to {Format.Count((long)PowerLaw.To)} events", r => r.Growth?.Exponent),
            new("Growth of time over growth of events", r => r.Growth?.Growth),
            new("Within 15% of proportional", r => r.Growth switch { null => Format.None, { IsLinear: true } => "yes", _ => "no" }),
            new("Allocated once (KiB)", r => Format.Kibibytes(r.MemoryFit?.Fixed), numeric: true),
            new("Allocated for an event (KiB)", r => Format.Kibibytes(r.MemoryFit?.PerEvent), numeric: true),
        ]);

    public static TableModel Results(BenchmarkSet set)
    {
        var time = set.Time;
        return TableRows.Of(
            $"All results of {set.Name}",
            set.All,
            [
                new("Store or method", b => b.Name), new("Method", b => Benchmark.WayOf(b.Record)),
                new("Events", b => BenchmarkSet.SizeText(b.Record.Events), numeric: true),
                new("Strings in an event", b => BenchmarkSet.SizeText(b.Record.Size), numeric: true),
                new($"Median ({time.Unit}, 95% CI)", b => b.Time is null ? "failed" : time.Text(b), numeric: true),
                new($"Mean ({time.Unit})", b => b.Mean * time.Scale), new("Iterations", b => b.Record.Nanoseconds.Count),
                new("Allocated", b => Format.Bytes(b.Bytes), numeric: true),
                new("Collections of generation 0, 1, 2", b => Collections(b.Record)),
            ]);
    }

    private static string Collections(BenchmarkRecord record) => record.MemoryOperations == 0
        ? Format.None
        : $"{string.Join(", ", record.Collections.Select(Format.Count))} in {Format.Count(record.MemoryOperations)}";
}
