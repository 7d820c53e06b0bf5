namespace EventSourcingBench.Reporting.Model;

/// <summary>One folder of microbenchmarks in the report.</summary>
public sealed record MicrobenchmarkRun
{
    /// <summary>Its letter where there are several such folders, else empty.</summary>
    public required string Letter { get; init; }

    /// <summary>What was measured.</summary>
    public required BenchmarkFolder Folder { get; init; }

    /// <summary>What a reader must know before believing the numbers, the most serious first.</summary>
    public required IReadOnlyList<Flag> Flags { get; init; }

    /// <summary>The machine.</summary>
    public required TableModel Environment { get; init; }

    /// <summary>A command line that measures the same again.</summary>
    public required string Command { get; init; }

    /// <summary><c>Microbenchmarks</c>, with the letter where there are several folders.</summary>
    public string Name => Letter.Length == 0 ? "Microbenchmarks" : $"Microbenchmarks {Letter}";
}
