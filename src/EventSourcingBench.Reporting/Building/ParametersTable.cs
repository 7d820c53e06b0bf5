namespace EventSourcingBench.Reporting.Building;

/// <summary>The parameters of a suite: a row for each, a column for each run that ran the suite.</summary>
internal static class ParametersTable
{
    public static TableModel Build(string suite, IReadOnlyList<RunFolder> runs)
    {
        var ran = runs.Index().Where(r => r.Item.Run.Workloads.ContainsKey(suite))
            .Select(r => (r.Item.Run, Letter: Letters.Of(r.Index, runs.Count), r.Item.Run.Workloads[suite].Parameters)).ToList();
        return new(
            "Parameters",
            [new("Parameter"), .. ran.Select(r => new TableColumn(r.Letter.Length == 0 ? "Value" : r.Letter))],
            ran.Count == 0 ? [] :
            [
                .. ran.SelectMany(r => r.Parameters).DistinctBy(p => p.Name).Select(p => (IReadOnlyList<string>)
                    [p.Title, .. ran.Select(r => Text(r.Parameters.FirstOrDefault(other => other.Name == p.Name)?.Value))]),
                ["Via", .. ran.Select(r => r.Run.Via)],
                ["Order", .. ran.Select(r => r.Run.Together ? "stores together" : "one store after the other")],
            ]);
    }

    private static string Text(string? value) =>
        long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? Format.Count(number)
        : value?.Replace(",", ", ", StringComparison.Ordinal) ?? Format.None;
}
