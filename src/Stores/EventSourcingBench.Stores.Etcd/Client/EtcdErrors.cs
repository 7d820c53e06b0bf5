using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Etcd;

/// <summary>Says a call's failure in the contract's words.</summary>
internal static class EtcdErrors
{
    // What every server takes, if its limits were not made smaller than they are without a word.
    private const int LeastLimit = 1 << 20;
    private const int LeastOperations = 128;

    /// <summary>Nothing was asked for that could have changed anything.</summary>
    public static StoreUnavailableException Reading(EtcdException failure, EtcdEndpoints nodes) => failure.Code is { } code
        ? new StoreUnavailableException($"etcd at {nodes} refused: {failure.Message} ({code}).", failure)
        : new StoreUnavailableException(
            $"etcd at {nodes} could not be reached or did not serve: {Sentence(failure)} "
            + "See whether a majority of its nodes runs and listens there.",
            failure);

    /// <summary>A transaction that appends got no answer, or a refusal.</summary>
    /// <param name="failure">What came instead of an answer.</param>
    /// <param name="nodes">Who was asked.</param>
    /// <param name="operations">How many operations it has.</param>
    /// <param name="bytes">Its size as JSON.</param>
    /// <param name="isFull">Whether the server says that it has no room, so that it refuses for that.</param>
    public static Exception Appending(EtcdException failure, EtcdEndpoints nodes, int operations, int bytes, bool isFull) => failure switch
    {
        { MayHaveArrived: true } => Unknown(failure, nodes, failure),
        { Code: EtcdCode.ResourceExhausted } when isFull => new StoreUnavailableException(
            $"etcd at {nodes} has no room, and nothing was appended: {failure.Message}. Start it with a larger --quota-backend-bytes (2 GiB without a word).", failure),
        { Code: EtcdCode.InvalidArgument } or { Code: EtcdCode.ResourceExhausted } when bytes > LeastLimit || operations > LeastOperations => new ArgumentException(
            $"etcd takes no transaction of {operations} operations and {bytes} bytes of JSON, which the append needs: {failure.Message}. "
            + "Append less at once, or start the server with a larger --max-txn-ops (128 without a word) and --max-request-bytes (1.5 MiB without a word).", failure),
        _ => Reading(failure, nodes),
    };

    /// <summary>A transaction that appends may have been carried out.</summary>
    /// <param name="failure">What came instead of an answer.</param>
    /// <param name="nodes">Who was asked.</param>
    /// <param name="cause">Why it is not known.</param>
    public static OutcomeUnknownException Unknown(EtcdException failure, EtcdEndpoints nodes, Exception cause) =>
        new($"etcd at {nodes} may have appended the events or not: {Sentence(failure)}", cause);

    /// <summary>The store was closed.</summary>
    public static StoreUnavailableException Closed() => new("The store was closed. Open it again to go on.");

    // Words of etcd and of the system end without a full stop, ours with one.
    private static string Sentence(EtcdException failure) =>
        failure.Message + (failure.Message.EndsWith('.') || failure.Message.EndsWith('?') ? "" : ".");
}
