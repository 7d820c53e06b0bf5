namespace EventSourcingBench.Stores.Etcd.Client;

internal static class EtcdErrors
{
    // A request of this size fits the server's default limits, unless they were lowered.
    private const int LeastLimit = 1 << 20;
    private const int LeastOperations = 128;

    public static StoreUnavailableException Reading(EtcdException failure, EtcdEndpoints nodes) => new(
        failure.Code is { } code
            ? $"etcd at {nodes} refused: {failure.Message} ({code})."
            : $"etcd at {nodes} could not be reached or did not serve: {Sentence(failure)} "
                + "Check that a majority of its nodes is running and listening there.",
        failure);

    public static Exception Appending(EtcdException failure, EtcdEndpoints nodes, int operations, int bytes, bool isFull) => failure switch
    {
        { MayHaveArrived: true } => Unknown(failure, nodes, failure),
        { Code: EtcdCode.ResourceExhausted } when isFull => new StoreUnavailableException(
            $"etcd at {nodes} has no room, and nothing was appended: {failure.Message}. Start it with a larger "
                + "--quota-backend-bytes (default: 2 GiB).", failure),
        { Code: EtcdCode.InvalidArgument or EtcdCode.ResourceExhausted } when bytes > LeastLimit || operations > LeastOperations =>
            new ArgumentException(
            $"etcd takes no transaction of {operations} operations and {bytes} bytes of JSON, which the append needs: {failure.Message}. "
            + "Append less at once, or start the server with a larger --max-txn-ops (default: 128) and --max-request-bytes "
            + "(default: 1.5 MiB).", failure),
        _ => Reading(failure, nodes),
    };

    public static OutcomeUnknownException Unknown(EtcdException failure, EtcdEndpoints nodes, Exception cause) =>
        new($"etcd at {nodes} may have appended the events or not: {Sentence(failure)}", cause);

    // Messages of etcd and of the operating system end without a full stop.
    private static string Sentence(EtcdException failure) =>
        failure.Message + (failure.Message.EndsWith('.') || failure.Message.EndsWith('?') ? "" : ".");
}

/// <summary>A call that was refused, with a code, or not answered. If it may not have arrived, it was certainly not carried out.</summary>
internal sealed class EtcdException(string message, EtcdCode? code, bool mayHaveArrived, Exception? inner = null)
    : Exception(message, inner)
{
    public EtcdCode? Code => code;

    public bool MayHaveArrived => mayHaveArrived;
}

/// <summary>The gRPC statuses of a refusal. With any other status the call may or may not have been carried out.</summary>
internal enum EtcdCode
{
    InvalidArgument = 3, // Too many operations, or too large.
    PermissionDenied = 7,
    ResourceExhausted = 8, // The quota is reached, the message is too large, or there are too many requests.
    FailedPrecondition = 9,
    OutOfRange = 11, // The revision was compacted or does not exist yet.
    Unimplemented = 12,
    Unauthenticated = 16,
}
