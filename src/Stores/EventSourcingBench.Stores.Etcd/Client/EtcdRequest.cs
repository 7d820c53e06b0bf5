namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>A request of the gateway, etcd 3.4 and later, whose answer is read as <typeparamref name="T"/>.</summary>
internal sealed record EtcdRequest<T>(string Path, ReadOnlyMemory<byte> Body);

internal static class EtcdRequest
{
    private static readonly string[] PutsOnly = ["NODELETE"];

    // The gateway omits zero, false and empty values and writes 64-bit numbers as strings.
    private static readonly JsonSerializerOptions Format = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault,
        NumberHandling = JsonNumberHandling.AllowReadingFromString,
    };

    public static EtcdRequest<EtcdStatus> Status { get; } = Create<EtcdStatus>("/v3/maintenance/status", new { });

    public static EtcdRequest<EtcdAlarms> Alarms { get; } = Create<EtcdAlarms>("/v3/maintenance/alarm", new { Action = "GET" });

    public static EtcdRequest<EtcdMembers> Members { get; } = Create<EtcdMembers>("/v3/cluster/member/list", new { });

    public static EtcdRequest<EtcdRange> Range(KeyRange range) => Create<EtcdRange>("/v3/kv/range", range);

    public static EtcdRequest<JsonElement> Delete(KeyRange range) => Create<JsonElement>("/v3/kv/deleterange", range);

    /// <summary>A transaction that puts all pairs if the key is missing, otherwise reads the range.</summary>
    public static EtcdRequest<EtcdTransaction> PutIfAbsent(
        byte[] absent, IEnumerable<(byte[] Key, ReadOnlyMemory<byte> Value)> puts, KeyRange otherwise) => Transaction(new
        {
            Compare = new[] { new { Key = absent, Target = "CREATE", CreateRevision = "0" } },
            Success = puts.Select(p => new { RequestPut = new { p.Key, p.Value } }),
            Failure = new[] { new { RequestRange = otherwise } },
        });

    /// <summary>A transaction that reads ranges, all at one revision.</summary>
    public static EtcdRequest<EtcdTransaction> Read(IEnumerable<KeyRange> ranges) =>
        Transaction(new { Success = ranges.Select(r => new { RequestRange = r }) });

    public static EtcdRequest<EtcdWatchLine> WatchFrom(KeyRange range, long revision) => Create<EtcdWatchLine>(
        "/v3/watch", new { CreateRequest = new { range.Key, range.RangeEnd, StartRevision = revision, Filters = PutsOnly } });

    /// <exception cref="JsonException">The answer has another form.</exception>
    public static async Task<T> ReadAsync<T>(HttpContent answer, CancellationToken cancellationToken) =>
        (await JsonSerializer.DeserializeAsync<T>(await answer.ReadAsStreamAsync(cancellationToken), Format, cancellationToken))!;

    public static T Read<T>(ref Utf8JsonReader answer) => JsonSerializer.Deserialize<T>(ref answer, Format)!;

    private static EtcdRequest<EtcdTransaction> Transaction<T>(T body) => Create<EtcdTransaction>("/v3/kv/txn", body);

    private static EtcdRequest<TAnswer> Create<TAnswer>(string path, object? body) =>
        new(path, JsonSerializer.SerializeToUtf8Bytes(body, Format));
}

/// <summary>Keys from a first one, inclusive, to an end, exclusive; without an end the single key. Limit 0: all of them.</summary>
internal sealed record KeyRange(byte[] Key, byte[]? RangeEnd = null, int Limit = 0);
