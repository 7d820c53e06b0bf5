namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>What the command is started with besides its arguments.</summary>
internal sealed record RunnerOptions
{
    public static readonly RunnerOptions Default = new();

    /// <summary>What stands before the command, such as <c>setpriv</c> and its arguments.</summary>
    public IReadOnlyList<string> Prefix { get; init; } = [];

    /// <summary>Variables besides those of the tests; null takes one away.</summary>
    public IReadOnlyDictionary<string, string?> Environment { get; init; } = new Dictionary<string, string?>(StringComparer.Ordinal);

    /// <summary>Where it is started.</summary>
    public string WorkingDirectory { get; init; } = "/";

    public RunnerOptions With(string variable, string? value) =>
        this with { Environment = new Dictionary<string, string?>(Environment, StringComparer.Ordinal) { [variable] = value } };
}
