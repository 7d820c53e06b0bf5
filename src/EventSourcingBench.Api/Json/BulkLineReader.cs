using System.Buffers;
using System.Runtime.InteropServices;
using System.Text.Unicode;

namespace EventSourcingBench.Api.Json;

/// <summary>Parses lines to events. Data is stored in few large arrays; repeated stream and type names are decoded once.</summary>
internal sealed class BulkLineReader
{
    private const int ChunkBytes = 64 << 10;
    private const int MostType = 100;

    // A character may be written as six: \u0041.
    private const int LongestName = 6 * StreamId.MaxLength;

    private static readonly IReadOnlyList<JsonMember> Members =
    [
        new("stream", v => TryText(v, out var text) && StreamId.IsName(text),
            $"must be a stream's name: 1 to {StreamId.MaxLength} ASCII letters, digits, '-', '_', '.' or ':'."),
        new("id", v => v.ValueKind == JsonValueKind.String && v.TryGetGuid(out _), "must be a UUID."),
        new("type", v => TryText(v, out var text) && text.Length is > 0 and <= MostType, "must be a name of 1 to 100 characters."),
        new("data", IsUtf8, "must be JSON in UTF-8."),
        new("metadata", IsUtf8, "must be JSON in UTF-8.", IsOptional: true),
    ];

    private readonly List<BulkEvent> _events = [];
    private readonly Dictionary<string, StreamId> _streams = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _types = new(StringComparer.Ordinal);
    private readonly char[] _name = new char[LongestName];
    private byte[] _chunk = [];
    private int _used;

    /// <summary>The events so far.</summary>
    public IReadOnlyList<BulkEvent> Events => _events;

    /// <summary>The number of the last line, from 1.</summary>
    public int Line { get; private set; }

    /// <summary>Parses a line; blank lines are skipped.</summary>
    /// <exception cref="ProblemException">The line is not an event: 400.</exception>
    public void Take(ReadOnlySequence<byte> line)
    {
        Line++;
        if (IsBlank(line))
            return;

        try
        {
            if (TryRead(line) is { } bulk)
            {
                _events.Add(bulk);
                return;
            }
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            // The reader stops at its first error; the caller gets all of them.
        }

        throw new ProblemException(Problem.Validation(Complaints(line)));
    }

    // Null where anything is wrong.
    private BulkEvent? TryRead(ReadOnlySequence<byte> line)
    {
        var json = new Utf8JsonReader(line);
        var (stream, id, type) = ((StreamId?)null, (Guid?)null, (string?)null);
        var (data, metadata) = ((ReadOnlyMemory<byte>?)null, (ReadOnlyMemory<byte>?)null);
        json.Read();
        while (json.Read() && json.TokenType == JsonTokenType.PropertyName)
        {
            var isRight = false;
            if (json.ValueTextEquals("stream"u8))
            {
                json.Read();
                isRight = stream is null && (stream = ReadStream(ref json)) is not null;
            }
            else if (json.ValueTextEquals("id"u8))
            {
                json.Read();
                isRight = id is null && json.TokenType == JsonTokenType.String
                    && (id = json.TryGetGuid(out var guid) ? guid : null) is not null;
            }
            else if (json.ValueTextEquals("type"u8))
            {
                json.Read();
                isRight = type is null && (type = ReadType(ref json)) is not null;
            }
            else if (json.ValueTextEquals("data"u8))
            {
                isRight = data is null && (data = ReadJson(ref json, line)) is not null;
            }
            else if (json.ValueTextEquals("metadata"u8))
            {
                isRight = metadata is null && (metadata = ReadJson(ref json, line)) is not null;
            }

            if (!isRight)
                return null;
        }

        // The last read finds what follows the object.
        return !json.Read() && stream is not null && id is not null && type is not null && data is not null
            ? new BulkEvent(stream.Value, new EventData(id.Value, type, data.Value) { Metadata = metadata ?? default })
            : null;
    }

    private Dictionary<string, string[]> Complaints(ReadOnlySequence<byte> line)
    {
        var place = string.Create(CultureInfo.InvariantCulture, $"line {Line}");
        var complaints = JsonComplaints.Of(
            line, Members, "", "has a name that is not UTF-8.", e => $"is not JSON: byte {e.BytePositionInLine + 1}.");
        return complaints.ToDictionary(c => c.Key.Length > 0 ? $"{place}, {c.Key}" : place, c => c.Value, StringComparer.Ordinal);
    }

    private StreamId? ReadStream(ref Utf8JsonReader json)
    {
        if (!TryCopy(ref json, out var name))
            return null;

        var known = _streams.GetAlternateLookup<ReadOnlySpan<char>>();
        if (!known.TryGetValue(name, out var stream))
        {
            var text = name.ToString();
            if (!StreamId.IsName(text))
                return null;

            _streams.Add(text, stream = new StreamId(text));
        }

        return stream;
    }

    private string? ReadType(ref Utf8JsonReader json)
    {
        if (!TryCopy(ref json, out var name) || name.Length is 0 or > MostType)
            return null;

        var known = _types.GetAlternateLookup<ReadOnlySpan<char>>();
        if (!known.TryGetValue(name, out var type))
        {
            type = name.ToString();
            _types.Add(type, type);
        }

        return type;
    }

    private ReadOnlyMemory<byte>? ReadJson(ref Utf8JsonReader json, ReadOnlySequence<byte> line)
    {
        json.Read();
        var start = json.TokenStartIndex;
        json.Skip();
        var length = (int)(json.BytesConsumed - start);
        if (_used + length > _chunk.Length)
        {
            // Not pooled: a store may keep the events without a copy.
            (_chunk, _used) = (GC.AllocateUninitializedArray<byte>(Math.Max(ChunkBytes, length)), 0);
        }

        var copy = _chunk.AsMemory(_used, length);
        line.Slice(start, length).CopyTo(copy.Span);
        _used += length;
        return Utf8.IsValid(copy.Span) ? copy : (ReadOnlyMemory<byte>?)null;
    }

    // The result is valid until the next call.
    private bool TryCopy(ref Utf8JsonReader json, out ReadOnlySpan<char> name)
    {
        var bytes = json.HasValueSequence ? json.ValueSequence.Length : json.ValueSpan.Length;
        var fits = json.TokenType == JsonTokenType.String && bytes <= _name.Length;
        name = fits ? _name.AsSpan(0, json.CopyString(_name)) : default;
        return fits;
    }

    private static bool IsBlank(ReadOnlySequence<byte> line)
    {
        foreach (var part in line)
        {
            if (part.Span.ContainsAnyExcept(" \t\r"u8))
                return false;
        }

        return true;
    }

    private static bool IsUtf8(JsonElement value) => Utf8.IsValid(JsonMarshal.GetRawUtf8Value(value));

    private static bool TryText(JsonElement value, out string text)
    {
        text = "";
        try
        {
            text = value.ValueKind == JsonValueKind.String ? value.GetString()! : "";
            return value.ValueKind == JsonValueKind.String;
        }
        catch (InvalidOperationException)
        {
            // Invalid UTF-8, or half a surrogate pair.
            return false;
        }
    }
}
