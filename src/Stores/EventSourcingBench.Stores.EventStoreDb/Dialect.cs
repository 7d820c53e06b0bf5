using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>What EventStoreDB's client says in its own way.</summary>
internal static class Dialect
{
    public const string Store = "eventstoredb";
    public const string Product = "EventStoreDB";
    public const string Scheme = "esdb";
    public const string Variable = "EVENTSOURCINGBENCH_EVENTSTOREDB";
    public const string ClientPackage = "EventStore.Client.Grpc.Streams";

    /// <summary>Appends; a lost race is a result, as the settings say.</summary>
    public static Task<IWriteResult> AppendAsync(
        LogClient client,
        string stream,
        ExpectedVersion expected,
        IReadOnlyList<ClientEvent> events,
        UserCredentials? credentials,
        CancellationToken cancellationToken) => expected switch
        {
            { IsAny: true } => client.AppendToStreamAsync(stream, StreamState.Any, events, userCredentials: credentials, cancellationToken: cancellationToken),
            { IsNoStream: true } => client.AppendToStreamAsync(stream, StreamState.NoStream, events, userCredentials: credentials, cancellationToken: cancellationToken),
            _ => client.AppendToStreamAsync(
                stream, StreamRevision.FromInt64(expected.Value - 1), events, userCredentials: credentials, cancellationToken: cancellationToken),
        };

    /// <summary>The version of the last event of an append.</summary>
    public static long Version(IWriteResult result) => result.NextExpectedStreamRevision.ToInt64() + 1;
}
