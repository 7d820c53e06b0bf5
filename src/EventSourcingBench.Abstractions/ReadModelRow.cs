namespace EventSourcingBench.Abstractions;

/// <summary>One row of a read model.</summary>
public sealed class ReadModelRow
{
    /// <summary>The event that the row comes from; the row's key.</summary>
    public required Guid EventId { get; init; }

    /// <summary>What rows are summed up by (a currency's symbol), 1 to 100 characters.</summary>
    public required string Group { get; init; }

    /// <summary>
    /// A whole number that is added up by group (tick volume): exact, so that verification can compare totals.
    /// </summary>
    public required long Amount { get; init; }

    /// <summary>When the load generator sent the request that led to the event, UTC.</summary>
    public required DateTimeOffset ApiCallTime { get; init; }

    /// <summary>The row's other columns, as UTF-8 JSON.</summary>
    public required ReadOnlyMemory<byte> Document { get; init; }
}
