namespace EventSourcingBench.LoadTests.Suites;

/// <summary>The suites: the only place that names them all.</summary>
internal static class SuiteCatalog
{
    public static IReadOnlyList<Suite> All { get; } =
    [
        BarsExperiment.AppendSuite,
        BarsExperiment.ProjectionSuite,
        MixedExperiment.Suite,
        EnrolmentExperiment.Suite,
        ReservationExperiment.Suite,
        IngestExperiment.Suite,
        GrowthExperiment.Suite,
        SubscriptionExperiment.Suite,
        BarsExperiment.FaultsSuite,
    ];

    public static IReadOnlyList<Suite> Main { get; } = [.. All.Where(s => s.IsMain)];

    public static Suite Find(string name) =>
        All.FirstOrDefault(s => s.Name == name) ?? throw NameSuggestion.Unknown("suite", name, All.Select(s => s.Name));
}

internal static class SuiteDetails
{
    extension(StepRecord step)
    {
        public EnrolmentRecord? Enrolments => step.Detail<EnrolmentRecord>(EnrolmentRecord.Name);

        public ReservationRecord? Reservations => step.Detail<ReservationRecord>(ReservationRecord.Name);

        public IngestRecord? Ingest => step.Detail<IngestRecord>(IngestRecord.Name);

        public GrowthRecord? Growth => step.Detail<GrowthRecord>(GrowthRecord.Name);
    }
}

/// <summary>What the report of each suite consists of: the file <c>SUITE.report.json</c> in its folder.</summary>
internal static class ReportData
{
    /// <summary>The data of a suite; null where it has what all suites of requests have.</summary>
    public static SuiteReport? Of(string suite)
    {
        using var file = Assembly.GetExecutingAssembly().GetManifestResourceStream(suite + ".report.json");
        return file is null ? null : JsonSerializer.Deserialize<SuiteReport>(file, RunJson.Compact);
    }

    /// <summary>A run with the objects of its suites as this version reads them; one of an earlier version, which had stored nothing of its
    /// report, with what its suites report today.</summary>
    /// <exception cref="FormatException">An object of a suite cannot be read; the message names the step and the place.</exception>
    public static RunFolder Completed(RunFolder folder) => folder with
    {
        Run = folder.Run with
        {
            Workloads = folder.Run.Workloads.ToDictionary(
                w => w.Key, w => w.Value with { Report = w.Value.Report ?? Of(w.Key) }, StringComparer.Ordinal),
        },
        Steps = [.. folder.Steps.Select(Completed)],
    };

    // Read and written again, an object has the values that are computed from others.
    private static StepRecord Completed(StepRecord step) =>
        SuiteCatalog.All.FirstOrDefault(s => s.Name == step.Suite)?.Detail(step) is { } detail
            ? step.With(detail.Name, detail.Value)
            : step;
}
