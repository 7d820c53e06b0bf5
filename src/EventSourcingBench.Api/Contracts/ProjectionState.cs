namespace EventSourcingBench.Api.Contracts;

/// <param name="State"><c>running</c>, <c>stopped</c>, or <c>failed</c>, which needs a restart.</param>
/// <param name="Rows">The number of rows in the read model; null unless it is running.</param>
/// <param name="Checkpoint">The saved checkpoint; null unless it is running, empty before the first event.</param>
/// <param name="CaughtUp">Whether it had caught up at its last check; false unless it is running.</param>
public sealed record ProjectionState(
    string State, long? Rows = null, string? Checkpoint = null, bool CaughtUp = false, string? Error = null);

/// <summary>The delays of a projection: SaveTime - ApiCallTime of each row, without rows of rebuilds.</summary>
/// <param name="From">Events from this ApiCallTime on count; null if there is no measurement.</param>
/// <param name="Histogram">All delays, microseconds.</param>
/// <param name="P50Milliseconds">The median; 0 if there is no value, here and below.</param>
public sealed record ProjectionDelays(
    DateTimeOffset? From, HistogramRecord Histogram, double P50Milliseconds, double P90Milliseconds, double P95Milliseconds,
    double P99Milliseconds, double MaxMilliseconds);

/// <summary>The request to discard all delays and start a new measurement.</summary>
/// <param name="From">Only events with this or a later ApiCallTime count.</param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record MeasureDelays(DateTimeOffset From);

/// <param name="Elapsed">The time from the request to the last save.</param>
/// <param name="EventsPerSecond">Events divided by time; 0 if there were no events.</param>
public sealed record Rebuilt(long Events, TimeSpan Elapsed, double EventsPerSecond);

/// <summary>The parts of a read model row that verification compares.</summary>
/// <param name="Group">The grouping key: a symbol, a show.</param>
/// <param name="Amount">The value that is summed: tick volume; 1 for a reserved seat, -1 for a cancelled one.</param>
/// <param name="DocumentHash">A hash of the row's other columns by their meaning as JSON, 16 hexadecimal digits.</param>
public sealed record ReadModelKey(Guid EventId, string Group, long Amount, string DocumentHash)
{
    internal static ReadModelKey Of(ReadModelRow row) =>
        new(row.EventId, row.Group, row.Amount, DeliveredEvent.Text(ContentHash.OfDocument(row.Document.Span)));
}

/// <param name="Group">The grouping key: a symbol, a show.</param>
/// <param name="ApiCallTime">When the load generator sent the request, UTC.</param>
public sealed record ReadModelDocument(Guid EventId, string Group, long Amount, DateTimeOffset ApiCallTime, JsonElement Document);
