namespace EventSourcingBench.Reporting.Model;

/// <summary>How a chart's horizontal axis and its points are to be read.</summary>
public enum ChartKind
{
    /// <summary>
    /// One point for each category: null, or the value, or the value with both ends of its interval, or a lower bound and a 1.
    /// </summary>
    Category = 0,

    /// <summary>
    /// Pairs: 1 / (1 - share of requests), on a logarithmic axis, and the time that this share does not exceed; behind a lower bound a 1.
    /// </summary>
    Distribution = 1,

    /// <summary>
    /// One value for each second, or for as many seconds as <see cref="ChartModel.Step"/> says; behind a lower bound a 1.
    /// </summary>
    Timeline = 2,

    /// <summary>
    /// Pairs, or pairs with both ends of the second's interval, or pairs with a 1 where the second is a lower bound; both axes are
    /// logarithmic, or both linear. A line may have
    /// a fitted curve, and predictions.
    /// </summary>
    Curve = 3,

    /// <summary>Triples: the number of a <see cref="ChartModel.Categories"/>, of a <see cref="ChartModel.Rows"/>, the value.</summary>
    Heatmap = 4,

    /// <summary>One box for each category: null, or least value, first quartile, median, third quartile, greatest value.</summary>
    Box = 5,
}
