using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>What KurrentDB's client says in its own way.</summary>
internal static class Dialect
{
    public const string Store = "kurrentdb";
    public const string Product = "KurrentDB";
    public const string Scheme = "kurrentdb";
    public const string Variable = "EVENTSOURCINGBENCH_KURRENTDB";
    public const string ClientPackage = "KurrentDB.Client";

    /// <summary>Appends; a lost race is a result, as the settings say.</summary>
    public static Task<IWriteResult> AppendAsync(
        LogClient client,
        string stream,
        ExpectedVersion expected,
        IReadOnlyList<ClientEvent> events,
        UserCredentials? credentials,
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

    /// <summary>The version of the last event of an append.</summary>
    public static long Version(IWriteResult result) => result.NextExpectedStreamState.ToInt64() + 1;
}
