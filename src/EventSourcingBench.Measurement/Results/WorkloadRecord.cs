namespace EventSourcingBench.Measurement.Results;

/// <summary>The parameters of a suite as they were run.</summary>
public sealed record WorkloadRecord : IJsonOnDeserialized
{
    public required string Question { get; init; }

    /// <summary>Each parameter that has a value, in the order of the suite.</summary>
    public IReadOnlyList<ParameterRecord> Parameters { get; set; } = [];

    /// <summary>What the report of the suite consists of; null in runs of earlier versions.</summary>
    public SuiteReport? Report { get; init; }

    /// <summary>Runs made before parameters were a list have each as a member here; empty after reading.</summary>
    [JsonExtensionData]
    public IDictionary<string, JsonElement>? Members { get; set; }

    /// <summary>The value of a parameter as it was written; null where it has none.</summary>
    public string? Value(string name) => Parameters.FirstOrDefault(p => p.Name == name)?.Value;

    // Takes over what older runs have; their zeros and empty lists stand for parameters of other suites.
    void IJsonOnDeserialized.OnDeserialized()
    {
        var older = from member in Members ?? new Dictionary<string, JsonElement>()
                    let text = Text(member.Value)
                    where text is not ("" or "0" or "False" or "00:00:00")
                    select new ParameterRecord(member.Key, member.Key, text);
        Parameters = [.. Parameters, .. older];
        Members = null;
    }

    private static string Text(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Array => string.Join(',', value.EnumerateArray().Select(Text)),
        JsonValueKind.Object => string.Join(' ', value.EnumerateObject().Select(m => $"{m.Name} {Text(m.Value)}")),
        _ => value.ToString(),
    };
}

/// <summary>The value of one parameter: its key in workload files, what a report calls it, with the unit where the value has none (<c>Rates
/// (requests/s)</c>), and the value as on the command line (<c>1,8</c>, <c>1.5s</c>, <c>64KB</c>).</summary>
public sealed record ParameterRecord(string Name, string Title, string Value);
