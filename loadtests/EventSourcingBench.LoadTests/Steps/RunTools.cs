namespace EventSourcingBench.LoadTests.Steps;

/// <summary>
/// What every step of a run uses. The ceiling is the generator's limit by copies, requests a second; empty where it was not measured.
/// </summary>
internal sealed record RunTools(
    ILoadMaker Load,
    BarSource Bars,
    RunProgress Progress,
    IReadOnlyDictionary<int, double> Ceiling,
    TimeProvider Time)
{
    /// <summary>The stores as they described themselves when they were opened.</summary>
    public IReadOnlyList<StoreRecord> Stores { get; init; } = [];

    /// <summary>Where an engine's own reports go; null: they are not wanted.</summary>
    public string? ResultsFolder { get; init; }

    /// <summary>Reads beside the load for each of its operations, for verification; 0: nothing is looked at. Default: 0.01.</summary>
    public double VerifyReads { get; init; } = DefaultVerifyReads;

    /// <summary>
    /// Whether what holds the data is killed before it is read the second time: the process of an embedded store, a server that was
    /// started here. Default: false.
    /// </summary>
    public bool VerifyAfterKill { get; init; }

    /// <summary>Where each step's history is kept; null: nowhere. Default: null.</summary>
    public string? HistoryFolder { get; init; }

    /// <summary>See <see cref="VerifyReads"/>.</summary>
    public const double DefaultVerifyReads = 0.01;
}
