using System.Buffers;
using System.Text.Unicode;

namespace EventSourcingBench.Api.Json;

/// <summary>
/// Parses lines to events. Data is stored in few large arrays; repeated stream and type names are decoded once.
/// </summary>
internal sealed class BulkLineReader
{
    private const int ChunkBytes = 64 << 10;
    private const int MostType = 100;

    // A character may be written as six: \u0041.
    private const int LongestName = 6 * StreamId.MaxLength;

    private readonly List<BulkEvent> _events = [];
    private readonly Dictionary<string, StreamId> _streams = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _types = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string[]> _complaints = new(StringComparer.Ordinal);
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
        {
            return;
        }

        var fields = default(Fields);
        try
        {
            var json = new Utf8JsonReader(line);
            json.Read();
            if (json.TokenType == JsonTokenType.StartObject)
            {
                Read(ref json, line, ref fields);
            }
            else
            {
                Complain("", "must be a JSON object.");
            }

            json.Read();
        }
        catch (JsonException e)
        {
            _complaints.Clear();
            Complain("", string.Create(CultureInfo.InvariantCulture, $"is not JSON: byte {e.BytePositionInLine + 1}."));
        }
        catch (InvalidOperationException)
        {
            _complaints.Clear();
            Complain("", "has a name that is not UTF-8.");
        }

        if (_complaints.Count == 0 && fields.IsWhole(Complain))
        {
            _events.Add(new BulkEvent(fields.Stream!.Value, new EventData(fields.Id!.Value, fields.Type!, fields.Data!.Value) { Metadata = fields.Metadata ?? default }));
            return;
        }

        throw new ProblemException(Problem.Validation(_complaints));
    }

    private void Read(ref Utf8JsonReader json, ReadOnlySequence<byte> line, ref Fields fields)
    {
        while (json.Read() && json.TokenType == JsonTokenType.PropertyName)
        {
            if (json.ValueTextEquals("stream"u8))
            {
                json.Read();
                Once(ref fields.Stream, ReadStream(ref json), "stream", $"must be a stream's name: 1 to {StreamId.MaxLength} ASCII letters, digits, '-', '_', '.' or ':'.");
            }
            else if (json.ValueTextEquals("id"u8))
            {
                json.Read();
                Once(ref fields.Id, json.TokenType == JsonTokenType.String && json.TryGetGuid(out var id) ? id : null, "id", "must be a UUID.");
            }
            else if (json.ValueTextEquals("type"u8))
            {
                json.Read();
                var isFirst = fields.Type is null;
                fields.Type = ReadType(ref json);
                Check(fields.Type is not null, isFirst, "type", "must be a name of 1 to 100 characters.");
            }
            else if (json.ValueTextEquals("data"u8))
            {
                Once(ref fields.Data, ReadJson(ref json, line), "data", "must be JSON in UTF-8.");
            }
            else if (json.ValueTextEquals("metadata"u8))
            {
                Once(ref fields.Metadata, ReadJson(ref json, line), "metadata", "must be JSON in UTF-8.");
            }
            else
            {
                Complain(Shown(json.GetString()!), "is not known here; known are stream, id, type, data, metadata.");
            }

            // Nested values in place of a name, or after an unknown name.
            json.Skip();
        }
    }

    private void Once<T>(ref T? field, T? value, string name, string message)
        where T : struct
    {
        var isFirst = field is null;
        field = value;
        Check(value is not null, isFirst, name, message);
    }

    private void Check(bool isRight, bool isFirst, string name, string message)
    {
        if (!isRight || !isFirst)
        {
            Complain(name, isRight ? "must be given once." : message);
        }
    }

    private StreamId? ReadStream(ref Utf8JsonReader json)
    {
        if (!TryCopy(ref json, out var name))
        {
            return null;
        }

        var known = _streams.GetAlternateLookup<ReadOnlySpan<char>>();
        if (!known.TryGetValue(name, out var stream))
        {
            try
            {
                stream = new StreamId(name.ToString());
            }
            catch (ArgumentException)
            {
                return null;
            }

            _streams.Add(stream.Value, stream);
        }

        return stream;
    }

    private string? ReadType(ref Utf8JsonReader json)
    {
        if (!TryCopy(ref json, out var name) || name.Length is 0 or > MostType)
        {
            return null;
        }

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
        if (!Utf8.IsValid(copy.Span))
        {
            return null;
        }

        return copy;
    }

    // The result is valid until the next call.
    private bool TryCopy(ref Utf8JsonReader json, out ReadOnlySpan<char> name)
    {
        name = default;
        var bytes = json.HasValueSequence ? json.ValueSequence.Length : json.ValueSpan.Length;
        if (json.TokenType != JsonTokenType.String || bytes > _name.Length)
        {
            return false;
        }

        try
        {
            name = _name.AsSpan(0, json.CopyString(_name));
            return true;
        }
        catch (InvalidOperationException)
        {
            // Invalid UTF-8, or half a surrogate pair.
            return false;
        }
    }

    private void Complain(string field, string message)
    {
        var place = string.Create(CultureInfo.InvariantCulture, $"line {Line}{(field.Length > 0 ? ", " : "")}{field}");
        _complaints[place] = [message];
    }

    private static string Shown(string name) => name.Length <= MostType ? name : name[..MostType];

    private static bool IsBlank(ReadOnlySequence<byte> line)
    {
        foreach (var part in line)
        {
            if (part.Span.ContainsAnyExcept(" \t\r"u8))
            {
                return false;
            }
        }

        return true;
    }

    private struct Fields
    {
        public StreamId? Stream;
        public Guid? Id;
        public string? Type;
        public ReadOnlyMemory<byte>? Data;
        public ReadOnlyMemory<byte>? Metadata;

        public readonly bool IsWhole(Action<string, string> complain)
        {
            Span<bool> given = [Stream is not null, Id is not null, Type is not null, Data is not null];
            ReadOnlySpan<string> names = ["stream", "id", "type", "data"];
            for (var i = 0; i < given.Length; i++)
            {
                if (!given[i])
                {
                    complain(names[i], "must be given.");
                }
            }

            return !given.Contains(false);
        }
    }
}
