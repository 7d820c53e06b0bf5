namespace EventSourcingBench.Stores.Etcd.Client;

internal static class EtcdErrors
{
    // A request of this size fits the server's default limits, unless they were lowered.
    private const int LeastLimit = 1 << 20;
    private const int LeastOperations = 128;

    // With any other status the call may or may not have been carried out.
    private static readonly StatusCode[] Refusals =
    [
        StatusCode.InvalidArgument, // Too many operations, or too large.
        StatusCode.PermissionDenied,
        StatusCode.ResourceExhausted, // The quota is reached, the message is too large, or there are too many requests.
        StatusCode.FailedPrecondition,
        StatusCode.OutOfRange, // The revision was compacted or does not exist yet.
        StatusCode.Unimplemented,
        StatusCode.Unauthenticated,
    ];

    public static EtcdException Of(RpcException failure) => Array.IndexOf(Refusals, failure.StatusCode) >= 0
        ? new(failure.Status.Detail, failure.StatusCode, mayHaveArrived: false, failure)
        : new(failure.Status.DebugException?.Message ?? failure.Status.Detail, code: null, mayHaveArrived: !failure.IsUnsent(), failure);

    public static EtcdException Unanswered(string message, Exception? e) => new(message, code: null, mayHaveArrived: true, e);

    public static StoreUnavailableException Reading(EtcdException failure, EtcdEndpoints nodes) => new(
        failure.Code is { } code
            ? $"etcd at {nodes} refused: {failure.Message} ({code})."
            : $"etcd at {nodes} could not be reached or did not serve: {Sentence(failure)} "
                + "Check that a majority of its nodes is running and listening there.",
        failure);

    public static Exception Appending(EtcdException failure, EtcdEndpoints nodes, int operations, int bytes, bool isFull) => failure switch
    {
        { MayHaveArrived: true } => Unknown(failure, nodes, failure),
        { Code: StatusCode.ResourceExhausted } when isFull => new StoreUnavailableException(
            $"etcd at {nodes} has no room, and nothing was appended: {failure.Message}. Start it with a larger "
                + "--quota-backend-bytes (default: 2 GiB).", failure),
        { Code: StatusCode.InvalidArgument or StatusCode.ResourceExhausted } when bytes > LeastLimit || operations > LeastOperations =>
            new ArgumentException(
            $"etcd takes no transaction of {operations} operations and {bytes} bytes, which the append needs: {failure.Message}. "
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
internal sealed class EtcdException(string message, StatusCode? code, bool mayHaveArrived, Exception? inner = null)
    : Exception(message, inner)
{
    public StatusCode? Code => code;

    public bool MayHaveArrived => mayHaveArrived;
}
