using System.Security.Cryptography;

namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>Recorded events and rows with another value.</summary>
internal static class Copies
{
    public static RecordedEvent With(
        this RecordedEvent recorded,
        Guid? id = null,
        StreamId? stream = null,
        string? type = null,
        ReadOnlyMemory<byte>? data = null,
        ReadOnlyMemory<byte>? metadata = null,
        long? version = null,
        long? position = null) => new()
        {
            Id = id ?? recorded.Id,
            Stream = stream ?? recorded.Stream,
            Version = version ?? recorded.Version,
            Position = position ?? recorded.Position,
            Type = type ?? recorded.Type,
            Data = data ?? recorded.Data,
            Metadata = metadata ?? recorded.Metadata,
            RecordedAt = recorded.RecordedAt,
        };

    public static ReadModelRow With(
        this ReadModelRow row, string? group = null, long? amount = null, ReadOnlyMemory<byte>? document = null) => new()
        {
            EventId = row.EventId,
            Group = group ?? row.Group,
            Amount = amount ?? row.Amount,
            ApiCallTime = row.ApiCallTime,
            Document = document ?? row.Document,
        };

    /// <summary>An id that no writer sent, the same for the same id.</summary>
    public static Guid Forged(this Guid id) => new(SHA256.HashData(id.ToByteArray()).AsSpan(0, 16));

    /// <summary>The result with each part changed, where there is one.</summary>
    public static MultiStreamResult Map(this MultiStreamResult result, Func<Appended, Appended> change) =>
        result is AllAppended all ? new AllAppended([.. all.Streams.Select(change)]) : result;
}
