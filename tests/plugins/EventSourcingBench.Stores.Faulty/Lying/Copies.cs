using System.Security.Cryptography;

namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>Ids and results with another value.</summary>
internal static class Copies
{
    /// <summary>An id that no writer sent, the same for the same id.</summary>
    public static Guid Forged(this Guid id) => new(SHA256.HashData(id.ToByteArray()).AsSpan(0, 16));

    /// <summary>The result with each part changed, where there is one.</summary>
    public static MultiStreamResult Map(this MultiStreamResult result, Func<Appended, Appended> change) =>
        result is AllAppended all ? new AllAppended([.. all.Streams.Select(change)]) : result;
}
