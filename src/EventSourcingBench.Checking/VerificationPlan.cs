namespace EventSourcingBench.Checking;

/// <summary>What is verified in a step, and by what.</summary>
internal sealed record VerificationPlan
{
    /// <summary>What was asked and answered. Nothing writes to it any more.</summary>
    public required StepHistory History { get; init; }

    /// <summary>Reads the store through the process that served the load.</summary>
    public required IReadBack ReadBack { get; init; }

    /// <summary>Whether the store promises a global position for every event. Default: false.</summary>
    public bool HasPositions { get; init; }

    /// <summary>What the store promises of its reads. Default: <see cref="ReadConsistency.Linearizable"/>.</summary>
    public ReadConsistency Reads { get; init; }

    /// <summary>When an append may meet a version conflict. Default: never.</summary>
    public ConflictPromise Conflicts { get; init; }

    /// <summary>Streams that belong to none of the operations, such as snapshots, and are left aside. Default: none.</summary>
    public Func<string, bool> IsOther { get; init; } = _ => false;

    /// <summary>The domain's rules. Default: none.</summary>
    public IReadOnlyList<IRule> Rules { get; init; } = [];

    /// <summary>Reads what else the store shows through the process that served the load, when the rules have seen every event. Default:
    /// nothing.</summary>
    public Func<Findings, CancellationToken, Task> ReadFurther { get; init; } = (_, _) => Task.CompletedTask;

    /// <summary>The read model; null where no projection ran.</summary>
    public IReadModelReader? ReadModel { get; init; }

    /// <summary>Read models that ran beside it. Default: none.</summary>
    public IReadOnlyList<OtherReadModel> OtherReadModels { get; init; } = [];

    /// <summary>Restarts the projection in the same process; null where <see cref="Reopen"/> does so in another.</summary>
    public Func<CancellationToken, Task<IReadModelReader?>>? Restart { get; init; }

    /// <summary>The row that an event gives; null where it gives none. Needed with read models.</summary>
    public Func<SentEvent, FoundRow?> Rows { get; init; } = _ => null;

    /// <summary>The <see cref="ContentHash"/> of the event whose data is a row's document, by the row alone. Default: documents are not
    /// checked.</summary>
    public Func<FoundRow, ulong>? EventOfRow { get; init; }

    /// <summary>The tag of a key, in a store without streams. Default: queries by tag are not checked.</summary>
    public Func<string, string>? TagOf { get; init; }

    /// <summary>What the subscription beside the load delivered; null where none ran.</summary>
    public HistoryLane? Subscriber { get; init; }

    /// <summary>What each subscriber of the load itself was given. Default: there are none.</summary>
    public IReadOnlyList<SubscriberLane> LiveSubscribers { get; init; } = [];

    /// <summary>Lets all of these catch up when the store is idle; null where none ran.</summary>
    public Func<CancellationToken, Task>? CatchUp { get; init; }

    /// <summary>Has the store opened by another process; null where it cannot be, and <see cref="Remarks"/> say why.</summary>
    public Func<CancellationToken, Task<ReopenedStore>>? Reopen { get; init; }

    /// <summary>What was not checked and why, a clause each, for the good verdict. Default: none.</summary>
    public IReadOnlyList<string> Remarks { get; init; } = [];

    /// <summary>What a good verdict adds to the counts, such as <c>no seat sold twice</c>. Default: nothing.</summary>
    public Func<string> Good { get; init; } = () => "";

    public TimeProvider Time { get; init; } = TimeProvider.System;
}

/// <summary>A store as another process has opened it on the data of the load.</summary>
/// <param name="ReadBack">Reads it.</param>
/// <param name="ReadModel">Opens its read model, when all events were read; null where no projection ran.</param>
/// <param name="How">Such as <c>after reopening by another process</c>, for examples and verdicts.</param>
internal sealed record ReopenedStore(IReadBack ReadBack, Func<CancellationToken, Task<IReadModelReader>>? ReadModel, string How);

/// <summary>A read model beside the first.</summary>
/// <param name="Reader">Reads it.</param>
/// <param name="Rows">The row that an event gives; null where it gives the same as in the first.</param>
internal sealed record OtherReadModel(IReadModelReader Reader, Func<SentEvent, FoundRow?>? Rows = null);
