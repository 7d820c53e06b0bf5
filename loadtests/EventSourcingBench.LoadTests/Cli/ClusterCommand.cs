namespace EventSourcingBench.LoadTests.Cli;

/// <summary>The command <c>cluster render</c>: the manifests of the chart in <c>deploy/kubernetes</c>, for those without Helm.</summary>
internal static class ClusterCommand
{
    private const string Values = "values.yaml";

    public static Command Create()
    {
        var values = new Option<FileInfo?>("--values") { Description = "A file of values over those of deploy/kubernetes/values.yaml." };
        var set = RunSettings.Named(
            "--set", @"One value over both, repeatable: generators.count=5. A dot in a name is '\.'.", CommonParsers.KeyValues);
        var release = RunSettings.Named("--release", "What the names of all objects begin with.", otherwise: "esb");
        var render = new Command("render", "Print the manifests of a distributed run, for kubectl apply") { values, set, release };
        render.SetAction(async result =>
        {
            var own = result.GetValue(values) is { } file
                ? ChartValues.Parse(UserFiles.Read(() => File.ReadAllText(file.FullName)), file.Name) : [];
            foreach (var (path, value) in result.GetValue(set) ?? new Dictionary<string, string>(StringComparer.Ordinal))
                ChartValues.Set(own, path, value);

            var all = ChartValues.Over(Defaults, own);
            // An unknown one would be found in the cluster only.
            SuiteCatalog.Find(Convert.ToString(all["suite"], CultureInfo.InvariantCulture)!);
            // A value that a store or a server of the user's lacks.
            var manifests = UserFiles.Read(() => Render(all, result.GetValue(release)!));
            await Console.Out.WriteAsync(manifests);
            return ExitCodes.Success;
        });
        return new Command("cluster", "Distributed runs on Kubernetes (deploy/kubernetes)") { render };
    }

    /// <summary>All manifests, in the order of their files.</summary>
    public static string Render(Dictionary<string, object?> values, string release) => string.Concat(
        from name in Assembly.GetManifestResourceNames()
        where name.StartsWith("chart/templates/", StringComparison.Ordinal)
        orderby name
        let text = ChartTemplate.Render(Read(name["chart/".Length..]), values, release).Trim()
        where text.Length > 0
        select (text.StartsWith("---", StringComparison.Ordinal) ? text : $"---\n{text}") + "\n");

    /// <summary>The chart's values.</summary>
    public static Dictionary<string, object?> Defaults => ChartValues.Parse(Read(Values), Values);

    private static Assembly Assembly => typeof(ClusterCommand).Assembly;

    private static string Read(string name)
    {
        using var reader = new StreamReader(Assembly.GetManifestResourceStream($"chart/{name}")!);
        return reader.ReadToEnd();
    }
}
