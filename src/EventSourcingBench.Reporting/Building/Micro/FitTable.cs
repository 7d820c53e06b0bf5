namespace EventSourcingBench.Reporting;

/// <summary>The fitted costs of a class.</summary>
internal static class FitTable
{
    public static TableModel Build(BenchmarkSet set) => new(
        $"What {set.Name} costs once and for each event",
        [
            .. set.HeadColumns,
            new("Once (µs)", true), new("For an event (µs)", true), new("Farthest value from the line", true),
            new($"Exponent, {Format.Count((long)PowerLaw.From)} to {Format.Count((long)PowerLaw.To)} events", true),
            new("Growth of time over growth of events", true), new("Within 15% of proportional"),
            new("Allocated once (KiB)", true), new("Allocated for an event (KiB)", true),
        ],
        [
            .. set.Rows.Where(r => r.TimeFit is not null).Select(r => (IReadOnlyList<string>)
            [
                .. set.Head(r),
                Format.Number(r.TimeFit!.Fixed / 1e3), Format.Number(r.TimeFit.PerEvent / 1e3), Format.Percent(r.TimeFit.WorstDeviation),
                Format.Number(r.Growth?.Exponent), Format.Number(r.Growth?.Growth),
                r.Growth switch { null => Format.None, { IsLinear: true } => "yes", _ => "no" },
                Format.Kibibytes(r.MemoryFit?.Fixed), Format.Kibibytes(r.MemoryFit?.PerEvent),
            ]),
        ]);
}
