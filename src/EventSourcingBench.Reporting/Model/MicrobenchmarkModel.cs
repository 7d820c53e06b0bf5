namespace EventSourcingBench.Reporting.Model;

/// <summary>Everything that a report says of microbenchmarks.</summary>
public sealed record MicrobenchmarkModel
{
    /// <summary>Why no store is ranked.</summary>
    internal const string NotRanked =
        "Stores are in the order of their names: microbenchmarks have no verdict and say nothing of durability, so no store is ranked by them.";

    /// <summary>The folders, in the order in which they were given.</summary>
    public required IReadOnlyList<MicrobenchmarkRun> Runs { get; init; }

    /// <summary>What loading costs, a sentence for each folder. Empty where loading was not measured.</summary>
    public required IReadOnlyList<IReadOnlyList<TextRun>> Answers { get; init; }

    /// <summary>The classes of benchmarks, loading first.</summary>
    public required IReadOnlyList<MicrobenchmarkGroup> Groups { get; init; }
}
