namespace EventSourcingBench.Reporting.Model;

/// <summary>One line of a chart.</summary>
/// <param name="Name">The store, and the run where there are several.</param>
/// <param name="Color">Which of the page's colours and symbols, from 0: the same store has the same one everywhere.</param>
/// <param name="Dashed">Whether the line is dashed: the second run and later ones.</param>
/// <param name="Points">As the chart's <see cref="ChartKind"/> says.</param>
public sealed record ChartSeries(string Name, int Color, bool Dashed, IReadOnlyList<IReadOnlyList<double>?> Points)
{
    /// <summary>Pairs of a curve that was fitted to the points; null where none was.</summary>
    public IReadOnlyList<IReadOnlyList<double>>? Fit { get; init; }

    /// <summary>
    /// Places that were not measured, what the fitted curve says there, and both ends of its interval (null where it is open); null without
    /// predictions.
    /// </summary>
    public IReadOnlyList<IReadOnlyList<double?>>? Predictions { get; init; }
}
