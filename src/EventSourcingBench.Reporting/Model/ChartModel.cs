namespace EventSourcingBench.Reporting.Model;

/// <summary>A chart: its id on the page, how to read it in a sentence or two, the name and unit of the horizontal axis, the choices, the
/// views by the numbers of the chosen options (<c>0/2</c>; the key is empty without a choice), and the same numbers as a table.
/// <c>Categories</c>: labels of the horizontal axis, where it has some. <c>RowName</c>, <c>Rows</c>: name and labels of the vertical axis
/// of a heat map. <c>Step</c>: seconds for each value of a timeline. <c>Logarithmic</c>: whether the vertical axis is so at first.
/// <c>Fits</c>: the curves that were fitted, said in a table; null where none were, or where they stand elsewhere.</summary>
public sealed record ChartModel(
    string Id, string Title, string Description, ChartKind Kind, string XName, IReadOnlyList<ChartSelector> Selectors,
    IReadOnlyDictionary<string, ChartView> Views, TableModel Table, IReadOnlyList<string> Categories, string? RowName,
    IReadOnlyList<string>? Rows, int Step, bool Logarithmic, TableModel? Fits);

/// <summary>How a chart's horizontal axis and its points are to be read. Behind a value that is a lower bound stands a 1.</summary>
public enum ChartKind
{
    Category = 0, // One point for each category: null, the value, or the value with both ends of its interval.
    Distribution = 1, // Pairs: 1 / (1 - share of requests), on a logarithmic axis, and the time that this share does not exceed.
    Timeline = 2, // One value for each second, or for as many seconds as the chart's step.
    Curve = 3, // Pairs, or pairs with both ends of the second's interval, on two logarithmic or two linear axes.
    Heatmap = 4, // Triples: the number of a category, of a row, the value.
    Box = 5, // One box for each category: null, or least value, first quartile, median, third quartile, greatest value.
    Stack = 6, // One part of a bar for each category: null, or the value. Series lie on one another.
}

/// <summary>A choice that the reader of a chart has, and which option is shown first, from 0.</summary>
public sealed record ChartSelector(string Name, IReadOnlyList<string> Options, int Selected = 0);

/// <summary>What a chart shows for one combination of choices: the vertical axis (name and unit), the lines, the marked moments.</summary>
public sealed record ChartView(string Unit, IReadOnlyList<ChartSeries> Series, IReadOnlyList<ChartMark>? Marks = null);

/// <summary>A moment of a timeline at which something happened, in seconds from the left end of the axis.</summary>
public sealed record ChartMark(double At, string Text);

/// <summary>One line of a chart: the store, and the run where there are several; which of the page's colours and symbols it has from 0, the
/// same everywhere; whether it is dashed, as the second run and later ones are; points as the <see cref="ChartKind"/> says. <c>Fit</c>:
/// pairs of a fitted curve, or null. <c>Predictions</c>: places that were not measured, what the curve says there, and both ends of its
/// interval (null: open), or null.</summary>
public sealed record ChartSeries(
    string Name, int Color, bool Dashed, IReadOnlyList<IReadOnlyList<double>?> Points, IReadOnlyList<IReadOnlyList<double>>? Fit = null,
    IReadOnlyList<IReadOnlyList<double?>>? Predictions = null);
