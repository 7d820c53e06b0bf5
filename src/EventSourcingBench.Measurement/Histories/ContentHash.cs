using System.Buffers.Text;
using System.Globalization;
using System.IO.Hashing;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;

namespace EventSourcingBench.Measurement.Histories;

/// <summary>
/// A 64-bit hash of an event's type, data and metadata (XXH3). JSON is hashed by its meaning, as stores may keep it: the order of
/// members, white space, escapes and the notation of numbers make no difference. What is not JSON is hashed by its bytes.
/// </summary>
public static class ContentHash
{
    private const ulong ObjectSeed = 0x9E37_79B9_7F4A_7C15;
    private const ulong ArraySeed = 0xC2B2_AE3D_27D4_EB4F;
    private const long StringSeed = 1;
    private const long NumberSeed = 2;
    private const long BytesSeed = 3;

    // Used nowhere else: a value whose hash is one of them would vanish in a product of zero.
    private const ulong FirstFactor = 0xA076_1D64_78BD_642F;
    private const ulong SecondFactor = 0xE703_7ED1_A0B4_28DB;
    private const int MaxNumberLength = 64;
    private const int MaxNameOnStack = 256;
    private const int KnownCount = 1 << 16;

    // Small events are often the same bytes: their meaning is hashed once for each thread.
    [ThreadStatic]
    private static (ulong Bytes, ulong Hash)[]? _known;

    /// <summary>The hash of an event.</summary>
    /// <param name="type">Its type.</param>
    /// <param name="data">Its data.</param>
    /// <param name="metadata">Its metadata; empty where it has none.</param>
    public static ulong Of(string type, ReadOnlySpan<byte> data, ReadOnlySpan<byte> metadata)
    {
        ArgumentNullException.ThrowIfNull(type);
        var bytes = Mix(
            Mix(XxHash3.HashToUInt64(MemoryMarshal.AsBytes(type.AsSpan())), XxHash3.HashToUInt64(data)),
            XxHash3.HashToUInt64(metadata, BytesSeed));
        ref var known = ref (_known ??= new (ulong, ulong)[KnownCount])[bytes % KnownCount];
        if (known.Bytes != bytes)
        {
            known = (bytes, Of(type, OfJson(data), metadata));
        }

        return known.Hash;
    }

    /// <summary>The hash of an event with tags, in whatever order.</summary>
    /// <param name="type">Its type.</param>
    /// <param name="data">Its data.</param>
    /// <param name="metadata">Its metadata; empty where it has none.</param>
    /// <param name="tags">Its tags.</param>
    public static ulong Of(string type, ReadOnlySpan<byte> data, ReadOnlySpan<byte> metadata, IReadOnlyList<string> tags)
    {
        ArgumentNullException.ThrowIfNull(tags);
        var sum = 0UL;
        foreach (var tag in tags)
        {
            sum += XxHash3.HashToUInt64(Encoding.UTF8.GetBytes(tag));
        }

        return Mix(Of(type, data, metadata), sum);
    }

    /// <summary>The hash of a JSON document by its meaning.</summary>
    /// <param name="json">The document; what is not JSON is hashed by its bytes.</param>
    public static ulong OfDocument(ReadOnlySpan<byte> json) => OfJson(json);

    /// <summary>The hash of an event whose data is known by its hash alone.</summary>
    /// <param name="type">Its type.</param>
    /// <param name="document">The <see cref="OfDocument"/> of its data.</param>
    /// <param name="metadata">Its metadata; empty where it has none.</param>
    public static ulong Of(string type, ulong document, ReadOnlySpan<byte> metadata) =>
        Mix(Mix(OfName(type), document), metadata.IsEmpty ? 0 : OfJson(metadata));

    private static ulong OfName(string name)
    {
        var size = Encoding.UTF8.GetMaxByteCount(name.Length);
        var bytes = size <= MaxNameOnStack ? stackalloc byte[MaxNameOnStack] : new byte[size];
        return XxHash3.HashToUInt64(bytes[..Encoding.UTF8.GetBytes(name, bytes)]);
    }

    private static ulong OfJson(ReadOnlySpan<byte> json)
    {
        var reader = new Utf8JsonReader(json);
        try
        {
            reader.Read();
            var hash = OfValue(ref reader);
            // Throws where anything but white space follows.
            reader.Read();
            return hash;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            // Not JSON, or a string that is half a character: stores need not look into the data. Whatever they return is compared.
            return XxHash3.HashToUInt64(json, BytesSeed);
        }
    }

    private static ulong OfValue(ref Utf8JsonReader reader)
    {
        switch (reader.TokenType)
        {
            case JsonTokenType.StartObject:
                var sum = ObjectSeed;
                while (reader.Read() && reader.TokenType != JsonTokenType.EndObject)
                {
                    var name = OfText(ref reader);
                    reader.Read();
                    // A sum, as the order of members means nothing.
                    sum += Mix(name, OfValue(ref reader));
                }

                return sum;
            case JsonTokenType.StartArray:
                var hash = ArraySeed;
                while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
                {
                    hash = Mix(hash, OfValue(ref reader));
                }

                return hash;
            case JsonTokenType.String:
                return OfText(ref reader);
            case JsonTokenType.Number:
                return OfNumber(reader.ValueSpan);
            default:
                return (ulong)reader.TokenType;
        }
    }

    private static ulong OfText(ref Utf8JsonReader reader) => reader.ValueIsEscaped
        ? XxHash3.HashToUInt64(Encoding.UTF8.GetBytes(reader.GetString()!), StringSeed)
        : XxHash3.HashToUInt64(reader.ValueSpan, StringSeed);

    // Nearly every number is written in its shortest form, which needs no parsing.
    private static ulong OfNumber(ReadOnlySpan<byte> text)
    {
        if (IsShortest(text))
        {
            return XxHash3.HashToUInt64(text, NumberSeed);
        }

        Span<byte> shortest = stackalloc byte[MaxNumberLength];
        return (Utf8Parser.TryParse(text, out decimal number, out var used, 'E') || Utf8Parser.TryParse(text, out number, out used))
            && used == text.Length && number.TryFormat(shortest, out var length, "0.#############################", CultureInfo.InvariantCulture)
                ? XxHash3.HashToUInt64(shortest[..length], NumberSeed)
                : XxHash3.HashToUInt64(text, NumberSeed);
    }

    private static bool IsShortest(ReadOnlySpan<byte> text) =>
        text.IndexOfAny((byte)'e', (byte)'E') < 0
        && (text.IndexOf((byte)'.') < 0 ? !text.SequenceEqual("-0"u8) : text[^1] is not ((byte)'0' or (byte)'.'));

    private static ulong Mix(ulong a, ulong b)
    {
        var high = Math.BigMul(a ^ FirstFactor, b ^ SecondFactor, out ulong low);
        return high ^ low ^ a;
    }
}
