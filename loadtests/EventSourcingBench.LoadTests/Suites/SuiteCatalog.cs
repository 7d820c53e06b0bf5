namespace EventSourcingBench.LoadTests.Suites;

/// <summary>The suites: the only place that names them all.</summary>
internal static class SuiteCatalog
{
    /// <summary>All suites, in the order in which they run.</summary>
    public static IReadOnlyList<Suite> All { get; } =
    [
        BarsExperiment.AppendSuite,
        BarsExperiment.ProjectionSuite,
        MixedExperiment.Suite,
        EnrolmentExperiment.Suite,
        ReservationExperiment.Suite,
        IngestExperiment.Suite,
        GrowthExperiment.Suite,
    ];

    /// <summary>What runs when no suite is named.</summary>
    public static IReadOnlyList<Suite> Main { get; } = [.. All.Where(s => s.IsDefault)];

    /// <summary>A suite by its name.</summary>
    /// <exception cref="UserException">There is no such suite; the message names the valid ones.</exception>
    public static Suite Find(string name) =>
        All.FirstOrDefault(s => s.Name == name) ?? throw NameSuggestion.Unknown("suite", name, All.Select(s => s.Name));
}
