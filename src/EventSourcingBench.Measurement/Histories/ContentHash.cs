using System.Buffers;
using System.Buffers.Text;
using System.IO.Hashing;

namespace EventSourcingBench.Measurement.Histories;

/// <summary>A 64-bit hash of an event's type, data and metadata (XXH3). JSON is hashed by its meaning, as stores may keep it: the order of
/// members, white space, escapes and the notation of numbers make no difference. What is not JSON is hashed by its bytes.</summary>
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
    private const int MaxPlainDepth = 32;

    // What ends the plain part of a string: its end, an escape, and characters that JSON does not allow there.
    private static readonly SearchValues<byte> EndOfText = SearchValues.Create(
        [(byte)'"', (byte)'\\', .. Enumerable.Range(0, 0x20).Select(c => (byte)c)]);

    /// <summary>The hash of an event.</summary>
    public static ulong Of(string type, ReadOnlySpan<byte> data, ReadOnlySpan<byte> metadata)
    {
        return Of(type, OfJson(data), metadata);
    }

    /// <summary>The hash of an event with tags, in whatever order.</summary>
    public static ulong Of(string type, ReadOnlySpan<byte> data, ReadOnlySpan<byte> metadata, IReadOnlyList<string> tags)
    {
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
        var at = 0;
        return TryPlain(json, ref at, depth: 0, out var plain) && SkipSpace(json, at) == json.Length ? plain : OfAnyJson(json);
    }

    // Nearly all JSON has no escape and no exponent: it is hashed as it is scanned. False for anything else, which the reader judges.
    private static bool TryPlain(ReadOnlySpan<byte> json, ref int at, int depth, out ulong hash)
    {
        hash = 0;
        at = SkipSpace(json, at);
        if (at == json.Length || depth > MaxPlainDepth)
        {
            return false;
        }

        switch (json[at])
        {
            case (byte)'"':
                return TryPlainText(json, ref at, out hash);
            case (byte)'{':
                return TryPlainMembers(json, ref at, depth, isObject: true, out hash);
            case (byte)'[':
                return TryPlainMembers(json, ref at, depth, isObject: false, out hash);
            case (byte)'t':
                return TryPlainWord(json, ref at, "true"u8, JsonTokenType.True, out hash);
            case (byte)'f':
                return TryPlainWord(json, ref at, "false"u8, JsonTokenType.False, out hash);
            case (byte)'n':
                return TryPlainWord(json, ref at, "null"u8, JsonTokenType.Null, out hash);
            default:
                return TryPlainNumber(json, ref at, out hash);
        }
    }

    private static bool TryPlainMembers(ReadOnlySpan<byte> json, ref int at, int depth, bool isObject, out ulong hash)
    {
        hash = isObject ? ObjectSeed : ArraySeed;
        var end = isObject ? (byte)'}' : (byte)']';
        at = SkipSpace(json, at + 1);
        if (at < json.Length && json[at] == end)
        {
            at++;
            return true;
        }

        while (true)
        {
            var name = 0UL;
            if (isObject && !(TryPlainText(json, ref at, out name) && TryPlainColon(json, ref at)))
            {
                return false;
            }

            if (!TryPlain(json, ref at, depth + 1, out var value))
            {
                return false;
            }

            // Of an object a sum, as the order of members means nothing.
            hash = isObject ? hash + Mix(name, value) : Mix(hash, value);
            at = SkipSpace(json, at);
            if (at == json.Length)
            {
                return false;
            }

            var next = json[at++];
            if (next != (byte)',')
            {
                return next == end;
            }

            at = SkipSpace(json, at);
        }
    }

    private static bool TryPlainColon(ReadOnlySpan<byte> json, ref int at)
    {
        at = SkipSpace(json, at) + 1;
        return at <= json.Length && json[at - 1] == (byte)':';
    }

    private static bool TryPlainText(ReadOnlySpan<byte> json, ref int at, out ulong hash)
    {
        hash = 0;
        if (at >= json.Length || json[at] != (byte)'"')
        {
            return false;
        }

        var text = json[(at + 1)..];
        var length = text.IndexOfAny(EndOfText);
        if (length < 0 || text[length] != (byte)'"')
        {
            return false;
        }

        at += length + 2;
        hash = XxHash3.HashToUInt64(text[..length], StringSeed);
        return true;
    }

    private static bool TryPlainWord(ReadOnlySpan<byte> json, ref int at, ReadOnlySpan<byte> word, JsonTokenType token, out ulong hash)
    {
        hash = (ulong)token;
        if (!json[at..].StartsWith(word))
        {
            return false;
        }

        at += word.Length;
        return true;
    }

    private static bool TryPlainNumber(ReadOnlySpan<byte> json, ref int at, out ulong hash)
    {
        hash = 0;
        var (start, first) = (at, json[at] == (byte)'-' ? at + 1 : at);
        var end = SkipDigits(json, first);
        if (end == first || (json[first] == (byte)'0' && end > first + 1))
        {
            return false;
        }

        if (end < json.Length && json[end] == (byte)'.')
        {
            var fraction = end + 1;
            end = SkipDigits(json, fraction);
            if (end == fraction)
            {
                return false;
            }
        }

        if (end < json.Length && (json[end] | 0x20) == (byte)'e')
        {
            return false;
        }

        at = end;
        hash = OfNumber(json[start..end]);
        return true;
    }

    private static int SkipDigits(ReadOnlySpan<byte> json, int at)
    {
        while (at < json.Length && json[at] is >= (byte)'0' and <= (byte)'9')
        {
            at++;
        }

        return at;
    }

    private static int SkipSpace(ReadOnlySpan<byte> json, int at)
    {
        while (at < json.Length && (json[at] is (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t'))
        {
            at++;
        }

        return at;
    }

    private static ulong OfAnyJson(ReadOnlySpan<byte> json)
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
            && used == text.Length && number.TryFormat(shortest, out var length, "0.#############################",
                CultureInfo.InvariantCulture)
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
