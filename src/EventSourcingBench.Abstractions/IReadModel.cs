namespace EventSourcingBench.Abstractions;

public interface IReadModel
{
    /// <summary>The row of an event, or null.</summary>
    ValueTask<ReadModelRow?> FindAsync(Guid eventId, CancellationToken cancellationToken = default);

    /// <summary>The sums of a group, or null where it has no row.</summary>
    ValueTask<ReadModelSummary?> FindSummaryAsync(string group, CancellationToken cancellationToken = default);

    /// <summary>All rows, streaming, in no particular order. A row that is stored twice comes twice: verification counts them.</summary>
    IAsyncEnumerable<ReadModelRow> ReadAllAsync(CancellationToken cancellationToken = default);
}

public sealed record ReadModelRow
{
    /// <summary>The event that the row comes from; the row's key.</summary>
    public required Guid EventId { get; init; }

    /// <summary>What rows are summed up by (a currency's symbol), 1 to 100 characters.</summary>
    public required string Group { get; init; }

    /// <summary>A whole number that is added up by group (tick volume): exact, so that verification can compare totals.</summary>
    public required long Amount { get; init; }

    /// <summary>When the load generator sent the request that led to the event, UTC.</summary>
    public required DateTimeOffset ApiCallTime { get; init; }

    /// <summary>The row's other columns, as UTF-8 JSON.</summary>
    public required ReadOnlyMemory<byte> Document { get; init; }

    /// <summary>The row of an event, whose data is its document.</summary>
    public static ReadModelRow Of(RecordedEvent recorded, string group, long amount, DateTimeOffset apiCallTime) => new()
    { EventId = recorded.Id, Group = group, Amount = amount, ApiCallTime = apiCallTime, Document = recorded.Data };
}

/// <summary>The number of rows of one group and the sum of their amounts, which the store keeps in the transaction of the rows.</summary>
public sealed record ReadModelSummary(string Group, long Count, long Total);
