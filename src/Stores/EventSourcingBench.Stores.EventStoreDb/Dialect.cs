namespace EventSourcingBench.Stores.EventStoreDb;

/// <summary>The parts of the client that differ from KurrentDB's.</summary>
internal static class Dialect
{
    public const string Store = "eventstoredb";
    public const string Product = "EventStoreDB";
    public const string Scheme = "esdb";
    public const string Variable = "EVENTSOURCINGBENCH_EVENTSTOREDB";
    public const string OtherVariable = "EVENTSOURCINGBENCH_KURRENTDB";
    public const string Image = "eventstore/eventstore:23.10.1-jammy";
    public const string ContainerFolder = "/var/lib/eventstore";
    public const string ContainerPrefix = "EVENTSTORE";
    public const string ClientPackage = "EventStore.Client.Grpc.Streams";

    public static IReadOnlyList<string> Executables { get; } = ["eventstored", "EventStore.ClusterNode", "kurrentd", "KurrentDB"];

    /// <summary>Appends. A version conflict is a result, as configured in the options.</summary>
    public static Task<IWriteResult> AppendAsync(
        LogClient client, string stream, ExpectedVersion expected, IReadOnlyList<ClientEvent> events, UserCredentials? credentials,
        CancellationToken cancellationToken) => expected switch
        {
            { IsAny: true } => client.AppendToStreamAsync(
                stream, StreamState.Any, events, userCredentials: credentials, cancellationToken: cancellationToken),
            { IsNoStream: true } => client.AppendToStreamAsync(
                stream, StreamState.NoStream, events, userCredentials: credentials, cancellationToken: cancellationToken),
            _ => client.AppendToStreamAsync(
                stream, StreamRevision.FromInt64(expected.Value - 1), events, userCredentials: credentials,
                cancellationToken: cancellationToken),
        };

    public static long Version(IWriteResult result) => result.NextExpectedStreamRevision.ToInt64() + 1;
}
