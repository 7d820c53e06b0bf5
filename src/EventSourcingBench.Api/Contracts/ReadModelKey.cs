namespace EventSourcingBench.Api.Contracts;

/// <summary>The parts of a read model row that verification compares.</summary>
/// <param name="EventId">The event that the row comes from.</param>
/// <param name="Group">The grouping key: a symbol, a show.</param>
/// <param name="Amount">The value that is summed: tick volume; 1 for a reserved seat, -1 for a cancelled one.</param>
/// <param name="DocumentHash">A hash of the row's other columns by their meaning as JSON, 16 hexadecimal digits.</param>
public sealed record ReadModelKey(Guid EventId, string Group, long Amount, string DocumentHash)
{
    internal static ReadModelKey Of(ReadModelRow row) => new(
        row.EventId, row.Group, row.Amount, ContentHash.OfDocument(row.Document.Span).ToString("x16", CultureInfo.InvariantCulture));
}
