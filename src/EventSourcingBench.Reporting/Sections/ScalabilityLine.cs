namespace EventSourcingBench.Reporting.Sections;

/// <summary>The throughputs of one store over its copies, and the law that they follow.</summary>
/// <param name="Cells">Its steps with constant copies, by rising copies.</param>
/// <param name="Fit">Null where some throughput is 0.</param>
internal sealed record ScalabilityLine(IReadOnlyList<Cell> Cells, ScalabilityFit? Fit)
{
    /// <summary>The stores that were measured at four different copies or more; others say nothing of the law.</summary>
    /// <param name="cells">All steps of a suite.</param>
    public static IReadOnlyList<ScalabilityLine> Of(IReadOnlyList<Cell> cells) =>
    [
        .. cells.Where(c => c.Load is { Copies: >= 1, IsOpen: false, Ramp: false } && c.Load.Preload is null or 0)
            .GroupBy(c => (c.Run, c.Store))
            .Where(g => g.Select(c => c.Load.Copies).Distinct().Count() >= ScalabilityFit.FewestCopies)
            .Select(g => g.OrderBy(c => c.Load.Copies).ToList())
            .Select(g => new ScalabilityLine(g,
                ScalabilityFit.Of([.. g.SelectMany(c => c.Trials.Select(t => ((double)c.Load.Copies!.Value, t.Throughput)))]))),
    ];
}
