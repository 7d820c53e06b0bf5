namespace EventSourcingBench.Reporting.Shapes;

/// <summary>The views of a chart with several choices: one for each combination.</summary>
internal static class ViewGrid
{
    /// <param name="selectors">The choices.</param>
    /// <param name="view">The view of the chosen options, in the order of the choices.</param>
    public static Dictionary<string, ChartView> Build(IReadOnlyList<ChartSelector> selectors, Func<IReadOnlyList<int>, ChartView> view)
    {
        IEnumerable<int[]> choices = [[]];
        foreach (var selector in selectors)
        {
            choices = choices.SelectMany(c => Enumerable.Range(0, selector.Options.Count).Select(option => (int[])[.. c, option]));
        }

        return choices.ToDictionary(
            c => string.Join('/', c.Select(o => o.ToString(CultureInfo.InvariantCulture))), c => view(c), StringComparer.Ordinal);
    }
}
