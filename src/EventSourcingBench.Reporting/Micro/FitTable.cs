namespace EventSourcingBench.Reporting.Micro;

/// <summary>The fitted costs of a class.</summary>
internal static class FitTable
{
    public static TableModel Build(BenchmarkSet set) => TableRows.Of(
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
}
