using System.Text.Json.Serialization;

namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>What comes with each answer.</summary>
/// <param name="Revision">The revision of the whole store at which the server answered.</param>
/// <param name="MemberId">The member that answered.</param>
internal sealed record EtcdHeader(long Revision, ulong MemberId);

/// <summary>A member's status.</summary>
/// <param name="Header">Names the member.</param>
/// <param name="Version">The server's version.</param>
/// <param name="Leader">The leader's id; 0 if there is none.</param>
/// <param name="InUse">Bytes in use in the server's file.</param>
internal sealed record EtcdStatus(
    EtcdHeader? Header, string? Version, ulong Leader, [property: JsonPropertyName("dbSizeInUse")] long InUse);

/// <summary>The alarms; null if there is none.</summary>
internal sealed record EtcdAlarms(IReadOnlyList<JsonElement>? Alarms);

/// <summary>The members of the cluster.</summary>
internal sealed record EtcdMembers(IReadOnlyList<EtcdMember> Members);

/// <summary>A member, with the client addresses it advertises; they may not be reachable from here.</summary>
internal sealed record EtcdMember(
    [property: JsonPropertyName("ID")] ulong Id,
    string Name,
    [property: JsonPropertyName("isLearner")] bool IsLearner,
    [property: JsonPropertyName("clientURLs")] IReadOnlyList<string>? ClientUrls);

/// <summary>A key and its value.</summary>
internal readonly record struct KeyValue(byte[] Key, byte[] Value);

/// <summary>The result of a range.</summary>
/// <param name="More">Whether the limit cut the result off.</param>
/// <param name="Header">The revision at the time of the read.</param>
internal sealed record EtcdRange(bool More, EtcdHeader? Header = null)
{
    /// <summary>The pairs, in key order.</summary>
    [JsonPropertyName("kvs")]
    public IReadOnlyList<KeyValue> Found { get; init; } = [];
}

/// <summary>The result of a transaction.</summary>
/// <param name="Succeeded">Whether its condition was met.</param>
/// <param name="Responses">The results of its operations; each has a range unless it was a put.</param>
internal sealed record EtcdTransaction(bool Succeeded, IReadOnlyList<EtcdResponse>? Responses);

/// <summary>The result of one operation of a transaction.</summary>
internal sealed record EtcdResponse(EtcdRange ResponseRange);

/// <summary>A line of a watch; without a result it is an error.</summary>
internal sealed record EtcdWatchLine(EtcdWatchResult? Result);

/// <summary>What happened. The server cancels a watch if its revision was compacted or if it falls behind.</summary>
internal sealed record EtcdWatchResult(bool Canceled, IReadOnlyList<EtcdWatchEvent>? Events);

/// <summary>A put.</summary>
internal sealed record EtcdWatchEvent(KeyValue Kv);

/// <summary>A refusal: the message and the gRPC status.</summary>
internal sealed record EtcdRefusal(string? Error, int Code);
