namespace EventSourcingBench.LoadTests.Workloads;

/// <summary>The parameters of a suite with their values.</summary>
internal sealed class Workload
{
    private readonly Dictionary<string, (string Text, object Value)> _values;

    /// <summary>Values of a suite's parameters, and the defaults of the others.</summary>
    public Workload(string question, IReadOnlyList<Parameter> parameters, IEnumerable<ParameterText> values)
    {
        (Question, Parameters) = (question, parameters);
        _values = parameters.Where(p => p.Default is not null).Select(p => new ParameterText(p, p.Default!)).Concat(values)
            .GroupBy(v => v.Parameter.Name, v => v, StringComparer.Ordinal)
            .ToDictionary(g => g.Key, g => (g.Last().Text, g.Last().Parameter.Parse(g.Last().Text)), StringComparer.Ordinal);
    }

    /// <summary>The question that the suite answers, in one sentence.</summary>
    public string Question { get; }

    /// <summary>The suite's parameters.</summary>
    public IReadOnlyList<Parameter> Parameters { get; }

    /// <summary>A parameter's value; that of another suite has its default, else none: zero, null or an empty list.</summary>
    public T Get<T>(Parameter<T> parameter) =>
        _values.TryGetValue(parameter.Name, out var value) ? (T)value.Value
        : parameter.Default is { } text ? (T)parameter.Parse(text)
        : parameter.Values.Combine is { } combine ? (T)combine([])
        : default!;

    /// <summary>The same with other values. Copies take the place of rates, and rates that of copies.</summary>
    /// <exception cref="UserException">Both copies and rates are given.</exception>
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

        var kept = Parameters.Where(p => _values.ContainsKey(p.Name) && (given.Count == 0 || models.All(m => m.Name != p.Name)));
        return new Workload(Question, Parameters, kept.Select(p => new ParameterText(p, _values[p.Name].Text)).Concat(values));
    }

    /// <summary>One parameter that has another value.</summary>
    public Workload With(Parameter parameter, string text) => With([new(parameter, text)]);

    /// <summary>The same once for each value of a parameter that may have several.</summary>
    public IEnumerable<Workload> Each(Parameter parameter) => _values.TryGetValue(parameter.Name, out var values)
        ? values.Text.Split(',', StringSplitOptions.TrimEntries).Select(text => With(parameter, text))
        : [];

    /// <summary>What is kept of the run, in the order in which the suite declares its parameters.</summary>
    public WorkloadRecord ToRecord() => new()
    {
        Question = Question,
        Parameters =
        [
            .. Parameters.Where(p => _values.ContainsKey(p.Name))
                .Select(p => new ParameterRecord(p.Name, p.Title, _values[p.Name].Text)),
        ],
    };

    /// <summary>Such as <c>copies 1,8; streams 1; warm up 1s</c>.</summary>
    public override string ToString() =>
        string.Join("; ", ToRecord().Parameters.Select(p =>
            $"{char.ToLowerInvariant(p.Title[0])}{p.Title[1..]} {p.Value.Replace(",", ", ", StringComparison.Ordinal)}"));
}
