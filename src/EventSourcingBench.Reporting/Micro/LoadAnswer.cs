namespace EventSourcingBench.Reporting.Micro;

internal static class LoadAnswer
{
    public static IReadOnlyList<IReadOnlyList<TextRun>> Build(BenchmarkSet set, int runs) =>
    [
        .. Enumerable.Range(0, runs)
            .Select(run => set.Rows.Where(r => r.First.Run == run && r.Points.Any(b => b.Time is not null)).ToList())
            .Where(rows => rows.Count > 0)
            .Select(rows => Sentence([.. rows.Where(r => r.First.Size == rows.Max(o => o.First.Size))])),
    ];

    private static IReadOnlyList<TextRun> Sentence(List<BenchmarkRow> rows)
    {
        // Where a line could be fitted for all, the cost of an event; else the most events that were loaded.
        var fitted = rows.TrueForAll(r => r.TimeFit is not null);
        var most = rows.Max(r => r.Points.Where(b => b.Time is not null).Max(b => b.X!.Value));
        var size = BenchmarkSet.SizeText(rows[0].First.Size);
        return
        [
            new(fitted ? $"Loading a stream, an event of {size} strings costs "
                : $"Loading {Format.Count(most)} events of {size} strings takes "),
            .. rows.SelectMany((row, i) => (TextRun[])
            [
                new(i == 0 ? string.Empty : "; "), new(row.First.Title, Strong: true),
                new(" " + (fitted ? Fitted(row) : Loaded(row.At(most)))),
            ]),
            new("."),
        ];
    }

    private static string Fitted(BenchmarkRow row) =>
        Nanoseconds(row.TimeFit!.PerEvent)
        + (row.MemoryFit is { } memory ? $" and {Format.Bytes(memory.PerEvent)} allocated" : string.Empty)
        + (row.TimeFit.Fixed > 0 ? $" (and {Nanoseconds(row.TimeFit.Fixed)} once)" : string.Empty);

    private static string Loaded(Benchmark? point) => point?.Nanoseconds is null
        ? "was not measured"
        : Nanoseconds(point.Nanoseconds) + (point.Bytes is { } bytes ? $" and {Format.Bytes(bytes)} allocated" : string.Empty);

    private static string Nanoseconds(double? nanoseconds) => Format.Duration(nanoseconds / 1e6);
}
