namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>Reads the gateway's JSON, which omits zero, false and empty values and writes 64-bit numbers as strings.</summary>
internal static class EtcdAnswer
{
    public static long Number(JsonElement parent, string name) => parent.TryGetProperty(name, out var value)
        ? value.ValueKind == JsonValueKind.Number
            ? value.GetInt64()
            : long.Parse(value.GetString()!, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture)
        : 0;

    public static ulong Id(JsonElement parent, string name) => parent.TryGetProperty(name, out var value)
        ? ulong.Parse(value.GetString()!, NumberStyles.None, CultureInfo.InvariantCulture)
        : 0;

    public static bool Flag(JsonElement parent, string name) =>
        parent.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.True;

    public static string Text(JsonElement parent, string name) => parent.TryGetProperty(name, out var value) ? value.GetString() ?? "" : "";

    public static byte[] Bytes(JsonElement parent, string name) =>
        parent.TryGetProperty(name, out var value) ? value.GetBytesFromBase64() : [];

    /// <summary>The revision at which the server answered.</summary>
    public static long Revision(JsonElement answer) => answer.TryGetProperty("header", out var header) ? Number(header, "revision") : 0;

    public static RangeAnswer Range(JsonElement range) =>
        new([.. Items(range, "kvs").Select(Pair)], Flag(range, "more"), Revision(range));

    public static KeyValue Pair(JsonElement pair) => new(Bytes(pair, "key"), Bytes(pair, "value"));

    /// <summary>The results of a transaction's ranges.</summary>
    public static IEnumerable<RangeAnswer> Ranges(JsonElement transaction) =>
        Items(transaction, "responses").Select(r => Range(r.GetProperty("response_range")));

    public static IEnumerable<JsonElement> Items(JsonElement parent, string name) =>
        parent.TryGetProperty(name, out var array) ? array.EnumerateArray() : [];
}

/// <summary>A key and its value.</summary>
internal readonly record struct KeyValue(byte[] Key, byte[] Value);

/// <summary>The result of a range.</summary>
/// <param name="Found">The pairs, in key order.</param>
/// <param name="More">Whether the limit cut the result off.</param>
/// <param name="Revision">The revision of the whole store at the time of the read.</param>
internal sealed record RangeAnswer(IReadOnlyList<KeyValue> Found, bool More, long Revision);
