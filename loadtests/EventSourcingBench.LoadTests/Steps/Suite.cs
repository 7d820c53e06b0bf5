namespace EventSourcingBench.LoadTests.Steps;

/// <summary>A question that is put to every store of its models.</summary>
internal sealed record Suite
{
    /// <summary>What users say; also the name of its workload file.</summary>
    public required string Name { get; init; }

    public required string Summary { get; init; }

    public IReadOnlyList<StoreModel> Models { get; init; } = [StoreModel.Streams];

    /// <summary>Further models, whose stores it asks with <c>--via direct</c> only. Default: none.</summary>
    public IReadOnlyList<StoreModel> ModelsOfDirect { get; init; } = [];

    public required string Operation { get; init; }

    /// <summary>The service times of the measured successes that wrote; null where not known. Default: of all its requests.</summary>
    public Func<StepRecord, HistogramRecord?> Writes
    {
        get => field
            ?? (step => step.Operations.FirstOrDefault(o => o.Outcome == Outcome.Success && o.Operation == Operation)?.ServiceTime);
        init;
    }

    public required Func<ExperimentContext, IExperiment> Create { get; init; }

    /// <summary>The load that an engine makes for a time; null (default) where a count bounds the step, which has all trials.</summary>
    public Func<LoadContext, SuiteLoad>? Load { get; init; }

    public bool HasEngine => Load is not null;

    /// <summary>Whether generators in other processes can make its load, through the API.</summary>
    public bool TakesGenerators => HasEngine && !OnlyDirect;

    /// <summary>How many workers write the history of a step. Default: as many as an engine has requests under way.</summary>
    public Func<Step, int> Workers { get; init; } = step => step.Simulation().MaxWorkers;

    public required IReadOnlyList<Parameter> Parameters { get; init; }

    /// <summary>What contradicts itself in a workload whose single values are in range; null where nothing does.</summary>
    public Func<Workload, string?> Check { get; init; } = LoadParameters.Check;

    public Func<Workload, IEnumerable<StepLoad>> Steps { get; init; } = LoadParameters.Steps;

    /// <summary>What is smaller when the process is warmed up before the first step. Default: nothing.</summary>
    public IReadOnlyList<ParameterText> WarmUp { get; init; } = [];

    /// <summary>What it keeps of a step besides what every suite keeps, with its name in the record. Default: nothing.</summary>
    public Func<StepRecord, (string Name, object Value)?> Detail { get; init; } = _ => null;

    /// <summary>What <c>--slo</c> searches by runs; null where the suite searches by itself, or does not. Default: the rate.</summary>
    public SearchedLoad? Searched { get; init; } = SearchedLoad.Rate;

    /// <summary>Why an open store of its models cannot answer it, and what to do; null when it can.</summary>
    public Func<StoreUnderTest, Unavailable?> Obstacle { get; init; } = _ => null;

    /// <summary>What <see cref="Obstacle"/> asks for, in words; null where every store of its models can answer it.</summary>
    public string? Requires { get; init; }

    public string DefaultVia { get; init; } = Targets.Via.Http;

    public bool SendsBars { get; init; }

    public Func<Workload, bool> RestartsApi { get; init; } = w => w.Get(LoadParameters.KillNodeAt) is not null;

    /// <summary>Whether its data may be on a file system that forgets what was not forced to disk. Default: false.</summary>
    public bool CutsPower { get; init; }

    /// <summary>Whether it runs where no suite is named, and both profiles of a store where none of them is; else the tuned one.</summary>
    public bool IsMain { get; init; }

    public bool OnlyDirect { get; init; }

    /// <summary>A line for every second that the terminal keeps, as the published program prints it; null for none.</summary>
    public Func<Step, SecondRecord, LoadTotals, string>? EverySecond { get; init; }

    /// <summary>What is said of a step that has ended; null where rate, response times and what failed are.</summary>
    public Func<Step, StepRecord, string?>? Ended { get; init; }

    /// <summary>Its table at the end of a run; null for the one with rates and response times.</summary>
    public Func<RunRecord, IReadOnlyList<StepRecord>, Table?>? Table { get; init; }

    public bool Asks(StoreModel model, string via) =>
        Models.Contains(model) || (via == Targets.Via.Direct && ModelsOfDirect.Contains(model));

    public static Func<StepRecord, (string Name, object Value)?> Kept<T>(string name)
        where T : class => step => step.Detail<T>(name) is { } kept ? (name, kept) : null;
}
