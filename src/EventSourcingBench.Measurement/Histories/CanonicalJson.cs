using System.Buffers;
using System.Buffers.Text;
using System.Text.Encodings.Web;

namespace EventSourcingBench.Measurement.Histories;

/// <summary>Writes JSON in the canonical form of <see cref="ContentHash"/>.</summary>
internal sealed class CanonicalJson
{
    private const int MaxNumberLength = 64;

    // 15 digits and the point: any other text of the same double has more.
    private const int MaxExact = 16;

    // Values smaller than this are written with an exponent.
    private static ReadOnlySpan<byte> Tiny => "0.0000"u8;

    private static readonly SearchValues<byte> MustBeEscaped =
        SearchValues.Create([(byte)'"', (byte)'\\', .. Enumerable.Range(0, 0x20).Select(c => (byte)c)]);

    // A buffer that grows to the longest document: one for each thread, as events are hashed by the million.
    [ThreadStatic]
    private static CanonicalJson? _ofThread;

    private byte[] _output = new byte[1024];
    private byte[] _sorted = [];
    private int _length;

    /// <returns>Valid until the next call of the same thread. What is not JSON is returned as it is.</returns>
    public static ReadOnlySpan<byte> Of(ReadOnlySpan<byte> json)
    {
        var writer = _ofThread ??= new CanonicalJson();
        var reader = new Utf8JsonReader(json);
        writer._length = 0;
        try
        {
            reader.Read();
            writer.WriteValue(ref reader);
            // Throws where anything but white space follows.
            reader.Read();
            return writer._output.AsSpan(0, writer._length);
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            // Not JSON, or a string that is half a character: stores need not look into the data. Whatever they return is compared.
            return json;
        }
    }

    private void WriteValue(ref Utf8JsonReader reader)
    {
        if (reader.TokenType == JsonTokenType.StartObject)
            WriteObject(ref reader);
        else if (reader.TokenType == JsonTokenType.StartArray)
            WriteArray(ref reader);
        else if (reader.TokenType == JsonTokenType.String)
            WriteText(ref reader);
        else if (reader.TokenType == JsonTokenType.Number)
            WriteNumber(reader.ValueSpan);
        else
            Write(reader.ValueSpan);
    }

    private void WriteArray(ref Utf8JsonReader reader)
    {
        Write("["u8);
        for (var isFirst = true; reader.Read() && reader.TokenType != JsonTokenType.EndArray; isFirst = false)
        {
            Write(isFirst ? ""u8 : ","u8);
            WriteValue(ref reader);
        }

        Write("]"u8);
    }

    private void WriteObject(ref Utf8JsonReader reader)
    {
        Write("{"u8);
        var first = _length;
        var members = new List<(int Start, int Colon, int End)>();
        var isSorted = true;
        while (reader.Read() && reader.TokenType != JsonTokenType.EndObject)
        {
            Write(members.Count == 0 ? ""u8 : ","u8);
            var start = _length;
            WriteText(ref reader);
            var colon = _length;
            Write(":"u8);
            reader.Read();
            WriteValue(ref reader);
            isSorted = isSorted && (members.Count == 0 || NameOf(members[^1]).SequenceCompareTo(_output.AsSpan(start, colon - start)) <= 0);
            members.Add((start, colon, _length));
        }

        if (!isSorted)
            Sort(members, first);

        Write("}"u8);
    }

    // The members are in the output already, with a comma between: they change places.
    private void Sort(List<(int Start, int Colon, int End)> members, int first)
    {
        var size = _length - first;
        if (_sorted.Length < size)
            _sorted = new byte[_output.Length];

        var at = 0;
        foreach (var (start, _, end) in members.OrderBy(m => m, Comparer<(int Start, int Colon, int End)>.Create(
            (a, b) => NameOf(a).SequenceCompareTo(NameOf(b)))))
        {
            if (at > 0)
                _sorted[at++] = (byte)',';

            _output.AsSpan(start, end - start).CopyTo(_sorted.AsSpan(at));
            at += end - start;
        }

        _sorted.AsSpan(0, size).CopyTo(_output.AsSpan(first));
    }

    private ReadOnlySpan<byte> NameOf((int Start, int Colon, int End) member) => _output.AsSpan(member.Start, member.Colon - member.Start);

    private void WriteText(ref Utf8JsonReader reader)
    {
        Write("\""u8);
        if (reader.ValueIsEscaped)
            WriteEscaped(Encoding.UTF8.GetBytes(reader.GetString()!));
        else
            Write(reader.ValueSpan);

        Write("\""u8);
    }

    // Only what must be escaped is: an encoder of .NET escapes also what a store may return as it is, such as all beyond U+FFFF.
    private void WriteEscaped(ReadOnlySpan<byte> text)
    {
        for (int next; (next = text.IndexOfAny(MustBeEscaped)) >= 0; text = text[(next + 1)..])
        {
            Write(text[..next]);
            Write(JsonEncodedText.Encode(text.Slice(next, 1), JavaScriptEncoder.UnsafeRelaxedJsonEscaping).EncodedUtf8Bytes);
        }

        Write(text);
    }

    private void WriteNumber(ReadOnlySpan<byte> text)
    {
        var digits = text[0] == (byte)'-' ? text[1..] : text;
        var hasExponent = text.IndexOfAny((byte)'e', (byte)'E') >= 0;
        if (!hasExponent && digits.Contains((byte)'.') && !digits.StartsWith(Tiny) && digits.Length <= MaxExact)
        {
            text = text.TrimEnd((byte)'0').TrimEnd((byte)'.');
            digits = text[0] == (byte)'-' ? text[1..] : text;
        }
        else if (hasExponent || digits.Contains((byte)'.'))
        {
            Span<byte> shortest = stackalloc byte[MaxNumberLength];
            if (Utf8Parser.TryParse(text, out double number, out var used) && used == text.Length && double.IsFinite(number)
                && number.TryFormat(shortest, out var length, provider: CultureInfo.InvariantCulture))
            {
                Write(number == 0 ? "0"u8 : shortest[..length]);
                return;
            }
        }

        Write(digits.SequenceEqual("0"u8) ? digits : text);
    }

    private void Write(ReadOnlySpan<byte> bytes)
    {
        if (_output.Length - _length < bytes.Length)
            Array.Resize(ref _output, Math.Max(_output.Length * 2, _length + bytes.Length));

        bytes.CopyTo(_output.AsSpan(_length));
        _length += bytes.Length;
    }
}
