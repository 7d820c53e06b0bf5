namespace EventSourcingBench.LoadTests.Workloads;

internal sealed class Workload(string question, IReadOnlyList<Parameter> parameters, IEnumerable<ParameterText> values)
{
    private readonly Dictionary<string, (string Text, object Value)> _values =
        parameters.Where(p => p.Default is not null).Select(p => new ParameterText(p, p.Default!)).Concat(values)
            .GroupBy(v => v.Parameter.Name, StringComparer.Ordinal).Select(g => g.Last())
            .ToDictionary(v => v.Parameter.Name, v => (v.Text, v.Parameter.Parse(v.Text)), StringComparer.Ordinal);

    private readonly HashSet<string> _given = [.. values.Select(v => v.Parameter.Name)];

    public string Question => question;

    public bool IsGiven(Parameter parameter) => _given.Contains(parameter.Name);

    /// <summary>A parameter's value; that of another suite has its default, else none: zero, null or an empty list.</summary>
    public T Get<T>(Parameter<T> parameter) =>
        _values.TryGetValue(parameter.Name, out var value) ? (T)value.Value
        : parameter.Default is { } text ? (T)parameter.Parse(text)
        : parameter.Values.Combine is { } combine ? (T)combine([])
        : default!;

    /// <summary>The same with other values. Copies take the place of rates, and rates that of copies.</summary>
    public Workload With(IReadOnlyList<ParameterText> values)
    {
        Parameter[] models = [LoadParameters.Copies, LoadParameters.Rates];
        var given = models.Where(m => values.Any(v => v.Parameter.Name == m.Name)).ToList();
        if (given.Count > 1)
        {
            throw new UserException(
                $"{models[0].Option} and {models[1].Option} exclude each other: copies make a closed load (each waits for its answer), "
                + "a rate an open one. Give one of them.");
        }

        var kept = parameters.Where(p => _values.ContainsKey(p.Name) && (given.Count == 0 || models.All(m => m.Name != p.Name)));
        return new Workload(question, parameters, kept.Select(p => new ParameterText(p, _values[p.Name].Text)).Concat(values));
    }

    public Workload With(Parameter parameter, string text) => With([new(parameter, text)]);

    /// <summary>The same once for each combination of values of parameters that may have several; the last varies first.</summary>
    public IEnumerable<Workload> Each(params IReadOnlyList<Parameter> axes) => axes.Aggregate(
        Enumerable.Repeat(this, 1),
        (workloads, axis) => workloads.SelectMany(w => w._values.TryGetValue(axis.Name, out var values)
            ? Parameter.Items(values.Text).Select(text => w.With(axis, text)) : []));

    /// <summary>This step's values of the axes that have several in the workload, in words; null where none has.</summary>
    public string? VariantOf(Workload workload, IReadOnlyList<Parameter> axes, Parameter? unnamed = null)
    {
        var differing = axes.Where(a => workload.Each(a).Skip(1).Any()).Select(a => a == unnamed
            ? _values[a.Name].Text : $"{a.Title.ToLowerInvariant()} {_values[a.Name].Text}").ToList();
        return differing.Count == 0 ? null : string.Join(", ", differing);
    }

    public WorkloadRecord ToRecord() => new()
    {
        Question = question,
        Parameters =
        [
            .. parameters.Where(p => _values.ContainsKey(p.Name))
                .Select(p => new ParameterRecord(p.Name, p.Title, _values[p.Name].Text)),
        ],
    };

    public override string ToString() =>
        string.Join("; ", ToRecord().Parameters.Select(p =>
            $"{char.ToLowerInvariant(p.Title[0])}{p.Title[1..]} {p.Value.Replace(",", ", ", StringComparison.Ordinal)}"));
}

/// <summary>A load of a workload, which is a step of each store.</summary>
/// <param name="Preload">Operations whose events are in the store before the load; null in suites that know no such thing.</param>
/// <param name="Variant">A way of using a store that is compared with others of the same store; null where there is only one.</param>
/// <param name="Events">Events that each trial appends, where that bounds the step; else 0.</param>
internal sealed record StepLoad(
    Workload Workload, int? Copies = null, double? Rate = null, long? Preload = null, string? Variant = null, string? Text = null,
    long Events = 0);
