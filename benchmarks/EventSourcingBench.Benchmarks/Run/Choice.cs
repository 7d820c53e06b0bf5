namespace EventSourcingBench.Benchmarks.Run;

/// <summary>The parameter values. Set once by the command; BenchmarkDotNet reads them through static members.</summary>
/// <param name="Stores">Names of stores.</param>
/// <param name="Counts">Numbers of events in a stream.</param>
/// <param name="Sizes">GUID strings in an event.</param>
internal sealed record Choice(IReadOnlyList<string> Stores, IReadOnlyList<int> Counts, IReadOnlyList<int> Sizes)
{
    /// <summary>The choice of this process.</summary>
    public static Choice Current { get; set; } = new([], [], []);
}
