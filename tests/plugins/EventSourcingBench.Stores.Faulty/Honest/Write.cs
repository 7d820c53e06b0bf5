namespace EventSourcingBench.Stores.Faulty.Honest;

/// <summary>An append of any kind: all parts or none.</summary>
internal sealed record Write(WriteKind Kind, IReadOnlyList<StreamAppend> Parts)
{
    public List<BulkEvent> Events => [.. Parts.SelectMany(p => p.Events, (p, data) => new BulkEvent(p.Stream, data))];

    public Write With(Func<StreamAppend, StreamAppend> change) => this with { Parts = [.. Parts.Select(change)] };

    /// <summary>The same, whatever versions the streams have.</summary>
    public Write Unconditional() => With(p => p with { Expected = ExpectedVersion.Any });
}

/// <summary>Through which interface of the contract a write came.</summary>
internal enum WriteKind
{
    Single,
    MultiStream,

    /// <summary>One part for each event, all with any version.</summary>
    Bulk,
}
