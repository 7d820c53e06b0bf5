namespace EventSourcingBench.LoadTests.Suites;

/// <summary>A question that is put to every store of its models.</summary>
internal sealed record Suite
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
            DefaultVia = Run.Via.Direct,
            TellsEverySecond = true,
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
            Parameters = IngestParameters.All,
            Check = IngestParameters.Check,
            Steps = IngestParameters.Steps,
            TrialsInStep = true,
            Obstacle = BulkStore.Obstacle,
            Requires = "bulk appends",
            DefaultVia = Run.Via.Direct,
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
            Parameters = GrowthParameters.All,
            Check = GrowthParameters.Check,
            Steps = GrowthParameters.Steps,
            TrialsInStep = true,
            Obstacle = BulkStore.Obstacle,
            Requires = "bulk appends",
            DefaultVia = Run.Via.Direct,
            OnlyDirect = true,
        },
    ];

    /// <summary>What runs when no suite is named.</summary>
    public static IReadOnlyList<Suite> Main { get; } = [.. All.Where(s => s.Name is "append" or "projection" or "mixed")];

    /// <summary>What users say; also the name of its workload file.</summary>
    public required string Name { get; init; }

    /// <summary>One line for <c>--help</c> and <c>suites</c>.</summary>
    public required string Summary { get; init; }

    /// <summary>Which stores can answer it.</summary>
    public required IReadOnlyList<StoreModel> Models { get; init; }

    /// <summary>The name of its requests in the record.</summary>
    public required string Operation { get; init; }

    /// <summary>Makes what one step of it does.</summary>
    public required Func<ExperimentContext, IExperiment> Create { get; init; }

    /// <summary>The load that an engine makes for a time; null where the step is bounded by a count. Default: null.</summary>
    public Func<LoadContext, ILoad>? Load { get; init; }

    /// <summary>Whether an engine makes its load.</summary>
    public bool HasEngine => Load is not null;

    /// <summary>How many workers write the history of a step. Default: as many as an engine has requests under way.</summary>
    public Func<Step, int> Workers { get; init; } = step => step.Simulation().MaxWorkers;

    /// <summary>The parameters of its workload, in the order of <c>--help</c> and of the report.</summary>
    public required IReadOnlyList<Parameter> Parameters { get; init; }

    /// <summary>What contradicts itself in a workload whose single values are in range; null where nothing does.</summary>
    public Func<Workload, string?> Check { get; init; } = LoadParameters.Check;

    /// <summary>The loads of a workload; each is a step of each store.</summary>
    public Func<Workload, IEnumerable<StepLoad>> Steps { get; init; } = LoadParameters.Steps;

    /// <summary>What is smaller when the process is warmed up before the first step. Default: nothing.</summary>
    public IReadOnlyList<ParameterText> WarmUp { get; init; } = [];

    /// <summary>
    /// What it keeps of a step besides what every suite keeps, with its name in the record, as this version reads it. Default: nothing.
    /// </summary>
    public Func<StepRecord, (string Name, object Value)?> Detail { get; init; } = _ => null;

    /// <summary>Whether a step holds all trials; else each is a step.</summary>
    public bool TrialsInStep { get; init; }

    /// <summary>Why an open store of its models cannot answer it, and what to do; null when it can.</summary>
    public Func<IStoreUnderTest, Unavailable?> Obstacle { get; init; } = _ => null;

    /// <summary>What <see cref="Obstacle"/> asks for, in words; null where every store of its models can answer it.</summary>
    public string? Requires { get; init; }

    /// <summary>How stores are reached unless the user says otherwise.</summary>
    public string DefaultVia { get; init; } = Run.Via.Http;

    /// <summary>Whether it sends bars, which may come from a file.</summary>
    public bool SendsBars { get; init; }

    /// <summary>Whether it reaches stores by their client in the generator's process only.</summary>
    public bool OnlyDirect { get; init; }

    /// <summary>Whether it asks stores with servers of several nodes.</summary>
    public bool AsksNodesOfServers => !NodesOfApi && Parameters.Contains(LoadParameters.Nodes);

    /// <summary>Whether its nodes are processes of the API; else they are of the store's server.</summary>
    public bool NodesOfApi { get; init; }

    /// <summary>Whether the terminal keeps a line for every second, as the published program does.</summary>
    public bool TellsEverySecond { get; init; }

    /// <summary>A suite by its name.</summary>
    /// <exception cref="UserException">There is no such suite; the message names the valid ones.</exception>
    public static Suite Find(string name) =>
        All.FirstOrDefault(s => s.Name == name) ?? throw NameSuggestion.Unknown("suite", name, All.Select(s => s.Name));

    /// <summary>Whether a store of this model can answer it.</summary>
    public bool Asks(StoreModel model) => Models.Contains(model);

    private static Func<StepRecord, (string Name, object Value)?> Kept<T>(string name)
        where T : class => step => step.Detail<T>(name) is { } kept ? (name, kept) : null;
}
