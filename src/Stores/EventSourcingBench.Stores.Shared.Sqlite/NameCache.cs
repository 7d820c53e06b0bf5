namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>Caches names that repeat with every event, so that each string is created once. It is cleared when it is full.</summary>
internal sealed class NameCache
{
    private const int Capacity = 4096;
    private const int LongestOnStack = 512;

    private readonly Dictionary<string, string> _names = new(StringComparer.Ordinal);
    private readonly Dictionary<string, StreamId> _streams = new(StringComparer.Ordinal);

    public string Name(ReadOnlySpan<byte> utf8) =>
        utf8.Length > LongestOnStack ? Encoding.UTF8.GetString(utf8) : Find(_names, utf8, static name => name);

    public StreamId Stream(ReadOnlySpan<byte> utf8) => Find(_streams, utf8, static name => new StreamId(name));

    private static T Find<T>(Dictionary<string, T> known, ReadOnlySpan<byte> utf8, Func<string, T> create)
    {
        Span<char> characters = stackalloc char[LongestOnStack];
        characters = characters[..Encoding.UTF8.GetChars(utf8, characters)];
        if (known.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(characters, out var value))
            return value;

        if (known.Count >= Capacity)
            known.Clear();

        var name = characters.ToString();
        return known[name] = create(name);
    }
}
