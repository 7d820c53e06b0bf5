namespace EventSourcingBench.Reporting.Micro;

internal static class PublishedLoads
{
    /// <summary>The published figures that were measured here too, and the first and the last of them whatever was measured.</summary>
    public static TableModel Table(BenchmarkSet set)
    {
        var (title, _, figures) = RequestReport.Common.LoadFigures;
        // Rows that differ in size alone.
        var lines = set.Rows.GroupBy(r => r.First.Title, StringComparer.Ordinal).ToList();
        return new TableModel(
            title,
            [
                new("Events", true), new("Strings in an event", true), new("Published (ms)", true), new("Published, allocated (KiB)", true),
                .. lines.Select(l => l.Key).SelectMany(name => (TableColumn[])
                [
                    new($"{name} (ms)", true), new($"{name}, allocated (KiB)", true), new($"{name}, allocated over published", true),
                ]),
            ],
            [
                .. figures.Where(f => f == figures[0] || f == figures[^1] || lines.Exists(l => Find(l, f.Events, f.Size) is not null))
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
