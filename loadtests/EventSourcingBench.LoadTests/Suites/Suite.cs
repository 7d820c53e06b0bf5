using EventSourcingBench.Abstractions;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.LoadTests;

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
            Create = BarsExperiment.Projection,
            Parameters = BarsExperiment.Parameters,
            SendsBars = true,
        },
        new()
        {
            Name = "enrolment",
            Summary = "The DCB speedrun: students join courses, over dynamic consistency boundaries and over aggregates",
            Models = [StoreModel.Dcb, StoreModel.Aggregates],
            Operation = EnrolmentLoad.Operation,
            Create = context => new EnrolmentExperiment(context),
            Parameters = EnrolmentParameters.All,
            Steps = EnrolmentParameters.Steps,
            DefaultVia = LoadTests.Via.Direct,
            TellsEverySecond = true,
        },
        new()
        {
            Name = "reservation",
            Summary = "How long a reservation takes at a given rate, when many want seats of the same show",
            Models = [StoreModel.Streams],
            Operation = ReservationLoad.Operation,
            Create = context => new ReservationExperiment(context),
            Parameters = ReservationParameters.All,
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
            HasEngine = false,
            Workers = _ => 1,
            Parameters = IngestParameters.All,
            Check = IngestParameters.Check,
            Steps = IngestParameters.Steps,
            TrialsInStep = true,
            Obstacle = BulkStore.Obstacle,
            Requires = "bulk appends",
            DefaultVia = LoadTests.Via.Direct,
        },
        new()
        {
            Name = "growth",
            Summary = "What appends, reads, projections and the disk come to as a store grows to millions of events",
            Models = [StoreModel.Streams],
            Operation = GrowthStep.Operation,
            Create = context => new GrowthExperiment(context),
            HasEngine = false,
            Workers = _ => GrowthStep.Workers,
            Parameters = GrowthParameters.All,
            Check = GrowthParameters.Check,
            Steps = _ => [new StepLoad()],
            TrialsInStep = true,
            Obstacle = BulkStore.Obstacle,
            Requires = "bulk appends",
            DefaultVia = LoadTests.Via.Direct,
            OnlyDirect = true,
        },
    ];

    /// <summary>What runs when no suite is named.</summary>
    public static IReadOnlyList<Suite> Main { get; } = [.. All.Where(s => s.Name is "append" or "projection")];

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

    /// <summary>Whether an engine makes its load, for a time; else it is bounded by a count. Default: true.</summary>
    public bool HasEngine { get; init; } = true;

    /// <summary>How many workers write the history of a step. Default: as many as an engine has requests under way.</summary>
    public Func<Step, int> Workers { get; init; } = step => step.Simulation().MaxWorkers;

    /// <summary>The parameters of its workload, in the order of <c>--help</c> and of the report.</summary>
    public required IReadOnlyList<Parameter> Parameters { get; init; }

    /// <summary>What contradicts itself in a workload whose single values are in range; null where nothing does.</summary>
    public Func<Workload, string?> Check { get; init; } = LoadParameters.Check;

    /// <summary>The loads of a workload; each is a step of each store.</summary>
    public Func<Workload, IEnumerable<StepLoad>> Steps { get; init; } = LoadParameters.Steps;

    /// <summary>Whether a step holds all trials; else each is a step.</summary>
    public bool TrialsInStep { get; init; }

    /// <summary>Why an open store of its models cannot answer it, and what to do; null when it can.</summary>
    public Func<IStoreUnderTest, Unavailable?> Obstacle { get; init; } = _ => null;

    /// <summary>What <see cref="Obstacle"/> asks for, in words; null where every store of its models can answer it.</summary>
    public string? Requires { get; init; }

    /// <summary>How stores are reached unless the user says otherwise.</summary>
    public string DefaultVia { get; init; } = LoadTests.Via.Http;

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
}
