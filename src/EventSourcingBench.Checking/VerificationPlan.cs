namespace EventSourcingBench.Checking;

/// <summary>What is verified in a step, and by what.</summary>
/// <param name="HasPositions">Whether the store promises a global position for every event.</param>
/// <param name="ReadModel">The read model; null where no projection ran.</param>
/// <param name="Restart">Restarts the projection in the same process; null where <paramref name="Reopen"/> does so in another.</param>
/// <param name="EventOfRow">The <see cref="ContentHash"/> of the event whose data a row's document is; null: not checked.</param>
/// <param name="TagOf">The tag of a key, in a store without streams; null: queries by tag are not checked.</param>
/// <param name="Subscriber">What the subscription beside the load delivered; null where none ran.</param>
/// <param name="CatchUp">Lets all subscribers catch up when the store is idle; null where none ran.</param>
/// <param name="Reopen">Has the store opened by another process; null where it cannot be, and <see cref="Remarks"/> say why.</param>
internal sealed record VerificationPlan(
    bool HasPositions = false, ReadConsistency Reads = ReadConsistency.Linearizable, ConflictPromise Conflicts = ConflictPromise.Never,
    IReadModelReader? ReadModel = null, Func<CancellationToken, Task<IReadModelReader?>>? Restart = null,
    Func<FoundRow, ulong>? EventOfRow = null, Func<string, string>? TagOf = null, HistoryLane? Subscriber = null,
    Func<CancellationToken, Task>? CatchUp = null, Func<CancellationToken, Task<ReopenedStore>>? Reopen = null)
{
    /// <summary>What was asked and answered. Nothing writes to it any more.</summary>
    public required StepHistory History { get; init; }

    /// <summary>Reads the store through the process that served the load.</summary>
    public required IReadBack ReadBack { get; init; }

    /// <summary>Streams that belong to none of the operations, such as snapshots, and are left aside. Default: none.</summary>
    public Func<string, bool> IsOther { get; init; } = _ => false;

    public IReadOnlyList<IRule> Rules { get; init; } = [];

    /// <summary>Reads what else the process that served the load shows, once the rules have seen every event. Default: nothing.</summary>
    public Func<Findings, CancellationToken, Task> ReadFurther { get; init; } = (_, _) => Task.CompletedTask;

    /// <summary>How many rows were not saved again yet when a store said that it had rebuilt a read model. Default: none.</summary>
    public long NotRebuilt { get; init; }

    public IReadOnlyList<OtherReadModel> OtherReadModels { get; init; } = [];

    /// <summary>The row that an event gives; null where it gives none. Needed with read models.</summary>
    public Func<SentEvent, FoundRow?> Rows { get; init; } = _ => null;

    /// <summary>What each subscriber of the load itself was given.</summary>
    public IReadOnlyList<SubscriberLane> LiveSubscribers { get; init; } = [];

    /// <summary>What was not checked and why, a clause each, for the good verdict.</summary>
    public IReadOnlyList<string> Remarks { get; init; } = [];

    /// <summary>What a good verdict adds to the counts, such as <c>no seat sold twice</c>. Default: nothing.</summary>
    public Func<string> Good { get; init; } = () => "";

    public TimeProvider Time { get; init; } = TimeProvider.System;
}

/// <summary>A store as another process has opened it on the data of the load.</summary>
/// <param name="ReadModel">Opens its read model, when all events were read; null where no projection ran.</param>
/// <param name="How">Such as <c>after reopening by another process</c>, for examples and verdicts.</param>
internal sealed record ReopenedStore(IReadBack ReadBack, Func<CancellationToken, Task<IReadModelReader>>? ReadModel, string How);

/// <summary>A read model beside the first.</summary>
/// <param name="Rows">The row that an event gives; null where it gives the same as in the first.</param>
internal sealed record OtherReadModel(IReadModelReader Reader, Func<SentEvent, FoundRow?>? Rows = null);
