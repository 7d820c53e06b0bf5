namespace EventSourcingBench.Stores.KurrentDb;

/// <summary>The parts of the client that differ from EventStoreDB's.</summary>
internal static class Dialect
{
    public const string Store = "kurrentdb";
    public const string Product = "KurrentDB";
    public const string Scheme = "kurrentdb";
    public const string Variable = "EVENTSOURCINGBENCH_KURRENTDB";
    public const string OtherVariable = "EVENTSOURCINGBENCH_EVENTSTOREDB";
    public const string Image =
        "kurrentplatform/kurrentdb:25.1.4@sha256:455ce2af7120d8fc72ea2d51a80321d12334e7ed409a7d0357f05f32a9f91f41";
    public const string ContainerFolder = "/var/lib/kurrentdb";
    public const string ContainerPrefix = "KURRENTDB";
    public const string ClientPackage = "KurrentDB.Client";

    public static IReadOnlyList<string> Executables { get; } = ["kurrentd", "KurrentDB", "eventstored", "EventStore.ClusterNode"];

    /// <summary>Appends. A version conflict is a result, as configured in the options.</summary>
    public static Task<IWriteResult> AppendAsync(
        LogClient client, string stream, ExpectedVersion expected, IReadOnlyList<ClientEvent> events, UserCredentials? credentials,
        CancellationToken cancellationToken)
    {
        var state = expected switch
        {
            { IsAny: true } => StreamState.Any,
            { IsNoStream: true } => StreamState.NoStream,
            _ => StreamState.StreamRevision((ulong)(expected.Value - 1)),
        };
        return client.AppendToStreamAsync(stream, state, events, userCredentials: credentials, cancellationToken: cancellationToken);
    }

    public static long Version(IWriteResult result) => result.NextExpectedStreamState.ToInt64() + 1;
}
