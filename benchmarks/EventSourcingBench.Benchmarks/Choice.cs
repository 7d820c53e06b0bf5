namespace EventSourcingBench.Benchmarks;

/// <summary>The parameter values. Set once by the command; BenchmarkDotNet reads them through static members.</summary>
internal sealed record Choice(IReadOnlyList<string> Stores, IReadOnlyList<int> Counts, IReadOnlyList<int> Sizes)
{
    public static Choice Current { get; set; } = new([], [], []);
}
