namespace EventSourcingBench.LoadTests;

/// <summary>What every step of a run uses.</summary>
/// <param name="Load">Makes the load.</param>
/// <param name="Bars">What is sent.</param>
/// <param name="Progress">Who is told.</param>
/// <param name="Ceiling">The generator's own limit by copies, requests a second; empty where it was not measured.</param>
/// <param name="Time">The clock.</param>
internal sealed record RunTools(
    ILoadMaker Load,
    BarSource Bars,
    RunProgress Progress,
    IReadOnlyDictionary<int, double> Ceiling,
    TimeProvider Time)
{
    /// <summary>Where an engine's own reports go; null: they are not wanted.</summary>
    public string? ResultsFolder { get; init; }
}
