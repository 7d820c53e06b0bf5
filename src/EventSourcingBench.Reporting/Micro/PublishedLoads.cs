namespace EventSourcingBench.Reporting.Micro;

internal static class PublishedLoads
{
    // https://github.com/BullOak/BullOak.Repositories.EventStore, src/Benchmark/README.md of 18 June 2023 (commit 9ca362e), the table of
    // 3.0.0-alpha24. BenchmarkDotNet's KB are 1,024 bytes.
    private static readonly (long Events, long Size, double Milliseconds, double Kibibytes)[] Figures =
    [
        (10, 10, 1.552, 188.55), (10, 20, 1.532, 216.82), (10, 50, 1.492, 299.4),
        (100, 10, 2.801, 1545.11), (100, 20, 3.048, 1763.38), (100, 50, 3.624, 2571.34),
        (200, 10, 4.320, 2925.52), (200, 20, 4.304, 3482.82), (200, 50, 5.552, 5096.26),
        (500, 10, 8.584, 7249.25), (500, 20, 8.900, 8641.35), (500, 50, 12.822, 12970.44),
        (1000, 10, 17.849, 15063.75), (1000, 20, 17.543, 17703.13), (1000, 50, 25.648, 25294.23),
        (2000, 10, 30.015, 30084.53), (2000, 20, 32.220, 35414.64), (2000, 50, 45.455, 51143.98),
        (5000, 10, 70.871, 75141.59), (5000, 20, 82.555, 86387.01), (5000, 50, 97.967, 128826.98),
        (10_000, 10, 124.212, 150033.38), (10_000, 20, 146.099, 178077.86), (10_000, 50, 183.048, 255811.01),
        (20_000, 10, 229.650, 298309.46), (20_000, 20, 257.823, 356043.27), (20_000, 50, 333.234, 516585.06),
        (50_000, 10, 532.740, 751012.45), (50_000, 20, 580.832, 889961.38), (50_000, 50, 804.877, 1290127.38),
    ];

    /// <summary>The published figures that were measured here too, and the first and the last of them whatever was measured.</summary>
    public static TableModel Table(BenchmarkSet set)
    {
        // Rows that differ in size alone.
        var lines = set.Rows.GroupBy(r => r.First.Title, StringComparer.Ordinal).ToList();
        return new TableModel(
            "Published: BullOak.Repositories.EventStore 3.0.0-alpha24 loading from EventStoreDB (AMD Ryzen 9 7950X, .NET 6, "
            + "BenchmarkDotNet 0.13.5). Another machine: its times are not comparable in absolute terms; allocated memory hardly depends "
            + "on the machine, so its ratios are.",
            [
                new("Events", true), new("Strings in an event", true), new("Published (ms)", true), new("Published, allocated (KiB)", true),
                .. lines.Select(l => l.Key).SelectMany(name => (TableColumn[])
                [
                    new($"{name} (ms)", true), new($"{name}, allocated (KiB)", true), new($"{name}, allocated over published", true),
                ]),
            ],
            [
                .. Figures.Where(f => f == Figures[0] || f == Figures[^1] || lines.Exists(l => Find(l, f.Events, f.Size) is not null))
                    .Select(f => (IReadOnlyList<string>)
                    [
                        Format.Count(f.Events), Format.Count(f.Size), Format.Number(f.Milliseconds), Format.Number(f.Kibibytes),
                        .. lines.Select(l => Find(l, f.Events, f.Size)).SelectMany(p => (string[])
                        [
                            Format.Number(p?.Nanoseconds / 1e6), Format.Kibibytes(p?.Bytes),
                            Format.Number(p?.Bytes / 1024 / f.Kibibytes),
                        ]),
                    ]),
            ]);
    }

    private static Benchmark? Find(IEnumerable<BenchmarkRow> rows, long events, long size) =>
        rows.SelectMany(r => r.Points).FirstOrDefault(b => b.Record.Events == events && b.Record.Size == size);
}
