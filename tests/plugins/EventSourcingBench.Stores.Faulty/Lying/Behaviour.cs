namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>What a store does differently, one property for each place where it can. Null: what the contract says.</summary>
internal sealed record Behaviour
{
    public Func<Write, CancellationToken, ValueTask<MultiStreamResult>>? Write { get; init; }

    /// <summary>An event as stream reads and subscriptions give it; null where they do not.</summary>
    public Func<RecordedEvent, RecordedEvent?>? Show { get; init; }

    /// <summary>A stream read, given what an honest one gives; the limit is applied afterwards.</summary>
    public Func<StreamRead, IAsyncEnumerable<RecordedEvent>, IAsyncEnumerable<RecordedEvent>>? Read { get; init; }

    /// <summary>Whether stream reads go on behind their limit.</summary>
    public bool IgnoresLimit { get; init; }

    /// <summary>A subscription after a checkpoint, given what an honest one delivers.</summary>
    public Func<Checkpoint, IAsyncEnumerable<EventBatch>, IAsyncEnumerable<EventBatch>>? Deliver { get; init; }

    /// <summary>Whether a subscription to some streams delivers an event of theirs; null: the store has no such subscriptions.</summary>
    public Func<RecordedEvent, bool>? Selects { get; init; }

    /// <summary>The same of a subscription to some streams.</summary>
    public Func<IAsyncEnumerable<EventBatch>, IAsyncEnumerable<EventBatch>>? DeliverSome { get; init; }

    /// <summary>Rebuilds a read model.</summary>
    public Func<IRunningProjection, Task>? Rebuild { get; init; }

    /// <summary>True when projections follow the log itself and are right. Default: they follow the subscription.</summary>
    public bool ProjectionsAreRight { get; init; }

    public Func<ReadModelRow, IEnumerable<ReadModelRow>>? Save { get; init; }

    public Func<ReadModelSummary, ReadModelSummary>? Summary { get; init; }

    /// <summary>What happens to a read model with rows when its projection is started again.</summary>
    public Func<IReadModelTables, Task>? Restart { get; init; }

    public Func<DcbWrite, CancellationToken, ValueTask<DcbAppendResult>>? DcbWrite { get; init; }

    /// <summary>A DCB event as reads and subscriptions give it: none, one or several.</summary>
    public Func<DcbRecordedEvent, IEnumerable<DcbRecordedEvent>>? DcbShow { get; init; }

    /// <summary>A DCB read, given what an honest one gives.</summary>
    public Func<DcbQuery, DcbReadResult, DcbReadResult>? DcbRead { get; init; }

    /// <summary>A DCB event as subscriptions alone deliver it.</summary>
    public Func<DcbRecordedEvent, IEnumerable<DcbRecordedEvent>>? DcbDeliver { get; init; }
}

internal sealed record DcbWrite(IReadOnlyList<DcbEvent> Events, DcbAppendCondition? Condition);

internal sealed record StreamRead(StreamId Stream, long FromVersion, long MaxCount);
