namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>The revision of the whole store at which the server answered, and the member that answered.</summary>
internal sealed record EtcdHeader(long Revision, ulong MemberId);

/// <summary>A member's status: the leader's id, 0 if there is none, and the bytes in use in the server's file.</summary>
internal sealed record EtcdStatus(
    EtcdHeader? Header, string? Version, ulong Leader, [property: JsonPropertyName("dbSizeInUse")] long InUse);

internal sealed record EtcdAlarms(IReadOnlyList<JsonElement>? Alarms);

internal sealed record EtcdMembers(IReadOnlyList<EtcdMember> Members);

/// <summary>A member, with the client addresses it advertises; they may not be reachable from here.</summary>
internal sealed record EtcdMember(
    [property: JsonPropertyName("ID")] ulong Id,
    string Name,
    [property: JsonPropertyName("isLearner")] bool IsLearner,
    [property: JsonPropertyName("clientURLs")] IReadOnlyList<string>? ClientUrls);

internal readonly record struct KeyValue(byte[] Key, byte[] Value);

/// <summary>Pairs in key order, and whether the limit cut them off.</summary>
internal sealed record EtcdRange(bool More, EtcdHeader? Header = null)
{
    [JsonPropertyName("kvs")]
    public IReadOnlyList<KeyValue> Found { get; init; } = [];
}

/// <summary>Whether the transaction's condition was met, and the results of its operations; each has a range unless it was a put.</summary>
internal sealed record EtcdTransaction(bool Succeeded, IReadOnlyList<EtcdResponse>? Responses);

internal sealed record EtcdResponse(EtcdRange ResponseRange);

/// <summary>A line of a watch; without a result it is an error.</summary>
internal sealed record EtcdWatchLine(EtcdWatchResult? Result);

/// <summary>What happened. The server cancels a watch if its revision was compacted or if it falls behind.</summary>
internal sealed record EtcdWatchResult(bool Canceled, IReadOnlyList<EtcdWatchEvent>? Events);

internal sealed record EtcdWatchEvent(KeyValue Kv);

internal sealed record EtcdRefusal(string? Error, int Code);
