using System.Text.Unicode;

namespace EventSourcingBench.Api.Json;

/// <summary>Parses lines to events. Repeated stream and type names are decoded once.</summary>
internal sealed class BulkLineReader
{
    private const int MostType = 100;

    // A character may be written as six: \u0041.
    private const int LongestName = 6 * StreamId.MaxLength;

    public const string NoUtf8 = "must be JSON in UTF-8.";

    public static readonly string NoStreamName =
        $"must be a stream's name: 1 to {StreamId.MaxLength} ASCII letters, digits, '-', '_', '.' or ':'.";

    private static readonly IReadOnlyList<JsonMember> Members =
    [
        new("stream", v => StreamId.IsName(Text(v)), NoStreamName),
        new("id", v => v.ValueKind == JsonValueKind.String && v.TryGetGuid(out _), "must be a UUID."),
        new("type", v => Text(v).Length is > 0 and <= MostType, "must be a name of 1 to 100 characters."),
        new("data", IsUtf8, NoUtf8),
        new("metadata", IsUtf8, NoUtf8, IsOptional: true),
    ];

    private readonly List<BulkEvent> _events = [];
    private readonly Dictionary<string, StreamId> _streams = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _types = new(StringComparer.Ordinal);
    private readonly char[] _name = new char[LongestName];

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
            _events.Add(Read(line));
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or ArgumentException or FormatException)
        {
            // The reader stops at its first error; the caller gets all of them.
            throw new ProblemException(Problem.Validation(Complaints(line)));
        }
    }

    private BulkEvent Read(ReadOnlySequence<byte> line)
    {
        var json = new Utf8JsonReader(line);
        var (stream, id, type) = ((StreamId?)null, (Guid?)null, (string?)null);
        var (data, metadata) = ((ReadOnlyMemory<byte>?)null, (ReadOnlyMemory<byte>?)null);
        json.Read();
        while (json.Read() && json.TokenType == JsonTokenType.PropertyName)
        {
            if (json.ValueTextEquals("stream"u8) && stream is null)
                stream = Known(ref json, _streams, static name => new StreamId(name));
            else if (json.ValueTextEquals("id"u8) && id is null)
                id = json.Read() ? json.GetGuid() : null;
            else if (json.ValueTextEquals("type"u8) && type is null)
                type = Known(ref json, _types, static name => name.Length is > 0 and <= MostType ? name : throw new JsonException());
            else if (json.ValueTextEquals("data"u8) && data is null)
                data = ReadJson(ref json, line);
            else if (json.ValueTextEquals("metadata"u8) && metadata is null)
                metadata = ReadJson(ref json, line);
            else
                throw new JsonException();
        }

        // The last read finds what follows the object.
        return !json.Read() && stream is not null && id is not null && type is not null && data is not null
            ? new BulkEvent(stream.Value, new EventData(id.Value, type, data.Value) { Metadata = metadata ?? default })
            : throw new JsonException();
    }

    private Dictionary<string, string[]> Complaints(ReadOnlySequence<byte> line)
    {
        var place = string.Create(CultureInfo.InvariantCulture, $"line {Line}");
        var complaints = JsonComplaints.Of(
            line, Members, "", "has a name that is not UTF-8.", e => $"is not JSON: byte {e.BytePositionInLine + 1}.");
        return complaints.ToDictionary(c => c.Key.Length > 0 ? $"{place}, {c.Key}" : place, c => c.Value, StringComparer.Ordinal);
    }

    private T Known<T>(ref Utf8JsonReader json, Dictionary<string, T> known, Func<string, T> make)
    {
        json.Read();
        if ((json.HasValueSequence ? json.ValueSequence.Length : json.ValueSpan.Length) > _name.Length)
            throw new JsonException();

        var name = _name.AsSpan(0, json.CopyString(_name));
        var lookup = known.GetAlternateLookup<ReadOnlySpan<char>>();
        return lookup.TryGetValue(name, out var value) ? value : known[name.ToString()] = make(name.ToString());
    }

    private static ReadOnlyMemory<byte> ReadJson(ref Utf8JsonReader json, ReadOnlySequence<byte> line)
    {
        json.Read();
        var start = json.TokenStartIndex;
        json.Skip();
        // Not pooled: a store may keep the events without a copy.
        var copy = line.Slice(start, json.BytesConsumed - start).ToArray();
        return Utf8.IsValid(copy) ? copy : throw new JsonException();
    }

    private static bool IsBlank(ReadOnlySequence<byte> line) => new SequenceReader<byte>(line).AdvancePastAny(" \t\r"u8) == line.Length;

    private static bool IsUtf8(JsonElement value) => Utf8.IsValid(JsonMarshal.GetRawUtf8Value(value));

    // Empty where it is no string, or has invalid UTF-8 or half a surrogate pair.
    private static string Text(JsonElement value)
    {
        try
        {
            return value.GetString() ?? "";
        }
        catch (InvalidOperationException)
        {
            return "";
        }
    }
}
