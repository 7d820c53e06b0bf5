using EventSourcingBench.Abstractions;

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
        },
        new()
        {
            Name = "projection",
            Summary = "How long until a read model shows an event",
            Models = [StoreModel.Streams],
            Operation = AppendLoad.Operation,
            Create = BarsExperiment.Projection,
        },
        new()
        {
            Name = "enrolment",
            Summary = "The DCB speedrun: students join courses, over dynamic consistency boundaries and over aggregates",
            Models = [StoreModel.Dcb, StoreModel.Aggregates],
            Operation = EnrolmentLoad.Operation,
            Create = context => new EnrolmentExperiment(context),
            DefaultVia = LoadTests.Via.Direct,
            TellsEverySecond = true,
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

    /// <summary>How stores are reached unless the user says otherwise.</summary>
    public string DefaultVia { get; init; } = LoadTests.Via.Http;

    /// <summary>Whether the terminal keeps a line for every second, as the published program does.</summary>
    public bool TellsEverySecond { get; init; }

    /// <summary>Whether a store of this model can answer it.</summary>
    public bool Asks(StoreModel model) => Models.Contains(model);
}
