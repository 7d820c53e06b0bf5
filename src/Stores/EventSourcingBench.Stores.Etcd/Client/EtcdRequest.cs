using System.Text.Json.Serialization;

namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>The requests of the gateway, etcd 3.4 and later: their paths and their bodies as JSON.</summary>
internal static class EtcdRequest
{
    public const string Transaction = "/v3/kv/txn";
    public const string Range = "/v3/kv/range";
    public const string DeleteRange = "/v3/kv/deleterange";
    public const string Watch = "/v3/watch";
    public const string Status = "/v3/maintenance/status";
    public const string Alarm = "/v3/maintenance/alarm";
    public const string Members = "/v3/cluster/member/list";

    /// <summary>The server's variables, including its command line.</summary>
    public const string Variables = "/debug/vars";

    public const string Metrics = "/metrics";

    private static readonly string[] PutsOnly = ["NODELETE"];
    private static readonly JsonSerializerOptions Names = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault,
    };

    public static ReadOnlyMemory<byte> Empty { get; } = "{}"u8.ToArray();

    /// <summary>A transaction that puts all pairs if the key is missing, otherwise reads the range.</summary>
    public static ReadOnlyMemory<byte> PutIfAbsent(
        byte[] absent, IEnumerable<(byte[] Key, ReadOnlyMemory<byte> Value)> puts, KeyRange otherwise) => Json(new
        {
            Compare = new[] { new { Key = absent, Target = "CREATE", CreateRevision = "0" } },
            Success = puts.Select(p => new { RequestPut = new { p.Key, p.Value } }),
            Failure = new[] { new { RequestRange = otherwise } },
        });

    /// <summary>A transaction that reads ranges, all at one revision.</summary>
    public static ReadOnlyMemory<byte> Read(IEnumerable<KeyRange> ranges) =>
        Json(new { Success = ranges.Select(r => new { RequestRange = r }) });

    /// <summary>A watch of puts from a revision on.</summary>
    public static ReadOnlyMemory<byte> WatchFrom(KeyRange range, long revision) => Json(new
    {
        CreateRequest = new { range.Key, range.RangeEnd, StartRevision = revision, Filters = PutsOnly },
    });

    public static ReadOnlyMemory<byte> Json<T>(T request) => JsonSerializer.SerializeToUtf8Bytes(request, Names);
}

/// <summary>Keys from a first one, inclusive, to an end, exclusive, in key order.</summary>
/// <param name="Key">The first key.</param>
/// <param name="RangeEnd">The end; null for the single key.</param>
/// <param name="Limit">The maximum number of keys; 0 for all.</param>
internal sealed record KeyRange(byte[] Key, byte[]? RangeEnd = null, int Limit = 0)
{
    public ReadOnlyMemory<byte> ToBody() => EtcdRequest.Json(this);
}
