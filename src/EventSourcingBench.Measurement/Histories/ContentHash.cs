using System.IO.Hashing;

namespace EventSourcingBench.Measurement.Histories;

/// <summary>A 64-bit hash of an event's type, data and metadata: XXH3 of its JSON in canonical form, because stores may keep JSON in
/// another notation. What is not JSON is hashed by its bytes.</summary>
/// <remarks>Canonical form: as RFC 8785 (no white space, members in the order of their names, no needless escapes), but the order is
/// that of the names' bytes, integers keep all their digits, and other numbers are as .NET writes a double: <c>1.5</c>, <c>1E-05</c>.
/// Suites send events in canonical form: then a store that keeps bytes is compared at the speed of XXH3.</remarks>
public static class ContentHash
{
    // Used nowhere else: a value whose hash is one of them would vanish in a product of zero.
    private const ulong FirstFactor = 0xA076_1D64_78BD_642F;
    private const ulong SecondFactor = 0xE703_7ED1_A0B4_28DB;

    // Bytes of a name that is hashed without an allocation.
    private const int MaxNameLength = 128;

    // Most events have the type of the event before.
    [ThreadStatic]
    private static (string Name, ulong Hash) _recent;

    /// <summary>The hash of an event; metadata is empty for none.</summary>
    /// <param name="tags">Its tags, in whatever order; null in a store of streams.</param>
    /// <param name="isCanonical">Whether data and metadata are in canonical form if they are what was sent: in a generator, and where a
    /// store keeps bytes. They are hashed as they are then.</param>
    public static ulong Of(
        string type, ReadOnlySpan<byte> data, ReadOnlySpan<byte> metadata, IReadOnlyList<string>? tags = null, bool isCanonical = false)
    {
        var document = isCanonical ? XxHash3.HashToUInt64(data) : OfDocument(data);
        var about = metadata.IsEmpty ? 0 : isCanonical ? XxHash3.HashToUInt64(metadata) : OfDocument(metadata);
        return Of(type, document, about, tags);
    }

    /// <summary>The hash of an event whose data is known by its hash alone.</summary>
    public static ulong Of(string type, ulong document, ReadOnlySpan<byte> metadata) =>
        Of(type, document, metadata.IsEmpty ? 0 : OfDocument(metadata), tags: null);

    /// <summary>The hash of a JSON document in canonical form; what is not JSON is hashed by its bytes.</summary>
    public static ulong OfDocument(ReadOnlySpan<byte> json) => XxHash3.HashToUInt64(CanonicalJson.Of(json));

    private static ulong Of(string type, ulong document, ulong metadata, IReadOnlyList<string>? tags)
    {
        if (_recent.Name != type)
            _recent = (type, OfName(type));

        var hash = Mix(Mix(_recent.Hash, document), metadata);
        if (tags is null)
            return hash;

        var sum = 0UL;
        foreach (var tag in tags)
            sum += OfName(tag);

        return Mix(hash, sum);
    }

    internal static ulong OfName(string name)
    {
        Span<byte> utf8 = stackalloc byte[MaxNameLength];
        return XxHash3.HashToUInt64(Encoding.UTF8.TryGetBytes(name, utf8, out var length) ? utf8[..length] : Encoding.UTF8.GetBytes(name));
    }

    private static ulong Mix(ulong a, ulong b)
    {
        var high = Math.BigMul(a ^ FirstFactor, b ^ SecondFactor, out ulong low);
        return high ^ low ^ a;
    }
}
