namespace EventSourcingBench.LoadTests.Suites;

/// <summary>The suites: the only place that names them all.</summary>
internal static class SuiteCatalog
{
    /// <summary>All suites, in the order in which they run.</summary>
    public static IReadOnlyList<Suite> All { get; } =
    [
        new()
        {
            Name = "append",
            Summary = "How many appends a second (closed model), or what response time at a given rate (open model)",
            Models = [StoreModel.Streams],
            Operation = AppendLoad.Operation,
            Load = context => new AppendLoad(context),
            Create = BarsExperiment.Append,
            Parameters = BarsExperiment.Parameters,
            SendsBars = true,
        },
        new()
        {
            Name = "projection",
            Summary = "How long until a read model shows an event",
            Models = [StoreModel.Streams],
            Operation = AppendLoad.Operation,
            Load = context => new AppendLoad(context),
            Create = BarsExperiment.Projection,
            Parameters = BarsExperiment.Parameters,
            SendsBars = true,
        },
        new()
        {
            Name = "mixed",
            Summary = "What an application asks: streams are loaded, appended to and created, in the shares of YCSB or of a service",
            Models = [StoreModel.Streams],
            Operation = MixedLoad.Operation,
            Load = context => new MixedLoad(context),
            Create = context => new MixedExperiment(context),
            Detail = Kept<MixedRecord>(MixedRecord.Name),
            Parameters = MixedParameters.All,
            WarmUp = MixedParameters.WarmUp,
            Steps = MixedParameters.Steps,
        },
        new()
        {
            Name = "enrolment",
            Summary = "The DCB speedrun: students join courses, over dynamic consistency boundaries and over aggregates",
            Models = [StoreModel.Dcb, StoreModel.Aggregates],
            Operation = EnrolmentLoad.Operation,
            Load = context => new EnrolmentLoad(context),
            Create = context => new EnrolmentExperiment(context),
            Detail = Kept<EnrolmentRecord>(EnrolmentDetail.Name),
            Parameters = EnrolmentParameters.All,
            Steps = EnrolmentParameters.Steps,
            DefaultVia = Via.Direct,
            EverySecond = SpeedrunText.EverySecond,
        },
        new()
        {
            Name = "reservation",
            Summary = "How long a reservation takes at a given rate, when many want seats of the same show",
            Models = [StoreModel.Streams],
            Operation = ReservationLoad.Operation,
            Load = context => new ReservationLoad(context),
            Create = context => new ReservationExperiment(context),
            Detail = Kept<ReservationRecord>(ReservationDetail.Name),
            Parameters = ReservationParameters.All,
            WarmUp = ReservationParameters.WarmUp,
            Check = ReservationParameters.Check,
            Steps = ReservationParameters.Steps,
            NodesOfApi = true,
        },
        new()
        {
            Name = "ingest",
            Summary = "How many events a second by bulk appends, by count, buffer, blocking or not, and nodes",
            Models = [StoreModel.Streams],
            Operation = IngestExperiment.Operation,
            Create = context => new IngestExperiment(context),
            Workers = _ => 1,
            Detail = IngestDetail.Of,
            Ended = IngestSummary.Ended,
            Table = (run, steps) => steps[0].Ingest is null ? null : IngestSummary.Table(run, steps),
            Parameters = IngestParameters.All,
            Check = IngestParameters.Check,
            Steps = IngestParameters.Steps,
            TrialsInStep = true,
            Obstacle = BulkStore.Obstacle,
            Requires = "bulk appends",
            DefaultVia = Via.Direct,
        },
        new()
        {
            Name = "growth",
            Summary = "What appends, reads, projections and the disk come to as a store grows to millions of events",
            Models = [StoreModel.Streams],
            Operation = GrowthStep.Operation,
            Create = context => new GrowthExperiment(context),
            Workers = _ => GrowthStep.Workers,
            Detail = Kept<GrowthRecord>(GrowthDetail.Name),
            Ended = GrowthSummary.Ended,
            Table = (run, steps) => steps[0].Growth is null ? null : GrowthSummary.Table(run, steps),
            Parameters = GrowthParameters.All,
            Check = GrowthParameters.Check,
            Steps = GrowthParameters.Steps,
            TrialsInStep = true,
            Obstacle = BulkStore.Obstacle,
            Requires = "bulk appends",
            DefaultVia = Via.Direct,
            OnlyDirect = true,
        },
    ];

    /// <summary>What runs when no suite is named.</summary>
    public static IReadOnlyList<Suite> Main { get; } = [.. All.Where(s => s.Name is "append" or "projection" or "mixed")];

    /// <summary>A suite by its name.</summary>
    /// <exception cref="UserException">There is no such suite; the message names the valid ones.</exception>
    public static Suite Find(string name) =>
        All.FirstOrDefault(s => s.Name == name) ?? throw NameSuggestion.Unknown("suite", name, All.Select(s => s.Name));

    private static Func<StepRecord, (string Name, object Value)?> Kept<T>(string name)
        where T : class => step => step.Detail<T>(name) is { } kept ? (name, kept) : null;
}
