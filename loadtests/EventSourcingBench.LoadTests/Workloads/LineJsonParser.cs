using System.Text.Json;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.LoadTests;

/// <summary>Reads a file into values that know their lines.</summary>
internal ref struct LineJsonParser
{
    private static ReadOnlySpan<byte> ByteOrderMark => [0xEF, 0xBB, 0xBF];

    private readonly string _file;
    private readonly ReadOnlySpan<byte> _bytes;
    private Utf8JsonReader _reader;
    private int _line = 1;
    private int _counted;

    private LineJsonParser(string file, ReadOnlySpan<byte> bytes)
    {
        _file = file;
        _bytes = bytes;
        _reader = new Utf8JsonReader(
            bytes, new JsonReaderOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
    }

    /// <summary>Reads the file's only value.</summary>
    /// <exception cref="JsonException">It is no JSON.</exception>
    /// <exception cref="UserException">A key is there twice.</exception>
    public static LineJson Parse(string file, ReadOnlySpan<byte> bytes)
    {
        var parser = new LineJsonParser(file, bytes.StartsWith(ByteOrderMark) ? bytes[ByteOrderMark.Length..] : bytes);
        parser._reader.Read();
        var root = parser.Value("");
        parser._reader.Read();
        return root;
    }

    private LineJson Value(string name)
    {
        var line = Line();
        object? value = _reader.TokenType switch
        {
            JsonTokenType.StartObject => Members(name),
            JsonTokenType.StartArray => Items(name),
            JsonTokenType.Number => _reader.GetDouble(),
            JsonTokenType.String => _reader.GetString(),
            JsonTokenType.True => true,
            JsonTokenType.False => false,
            _ => null,
        };
        return new LineJson(_file, line, name, value);
    }

    private OrderedDictionary<string, LineJson> Members(string name)
    {
        var members = new OrderedDictionary<string, LineJson>(StringComparer.Ordinal);
        while (_reader.Read() && _reader.TokenType != JsonTokenType.EndObject)
        {
            var key = _reader.GetString()!;
            _reader.Read();
            var member = Value(name.Length == 0 ? key : $"{name}.{key}");
            if (!members.TryAdd(key, member))
            {
                throw member.Error($"the key '{key}' is there twice.");
            }
        }

        return members;
    }

    private List<LineJson> Items(string name)
    {
        var items = new List<LineJson>();
        while (_reader.Read() && _reader.TokenType != JsonTokenType.EndArray)
        {
            items.Add(Value(name));
        }

        return items;
    }

    private int Line()
    {
        var start = (int)_reader.TokenStartIndex;
        _line += _bytes[_counted..start].Count((byte)'\n');
        _counted = start;
        return _line;
    }
}
