using EventSourcingBench.Abstractions;
using Grpc.Core;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>Translates a call's failure into an exception of the contract.</summary>
internal static class UmaDbErrors
{
    // Of the other statuses the server sends some before and some after it has written, and it sends the error of one append to
    // every append of the same commit: only these say that nothing was written.
    private static readonly StatusCode[] Refusals =
        [StatusCode.Unauthenticated, StatusCode.PermissionDenied, StatusCode.Unimplemented, StatusCode.ResourceExhausted];

    /// <summary>A call failed that changes nothing at the server.</summary>
    public static StoreUnavailableException Reading(RpcException failure, Uri address) => new(
        $"UmaDB at {address} could not be reached or did not serve: {Reason(failure)}. See whether it runs and listens there.", failure);

    /// <summary>An append failed for another reason than its condition.</summary>
    public static Exception Appending(RpcException failure, Uri address) => failure switch
    {
        { StatusCode: StatusCode.InvalidArgument or StatusCode.OutOfRange } =>
            new ArgumentException($"UmaDB refused the append: {Reason(failure)}.", failure),
        _ when Refusals.Contains(failure.StatusCode) => new StoreUnavailableException(
            $"UmaDB at {address} refused the append, and nothing was appended: {Reason(failure)}.", failure),
        _ when IsUnsent(failure) => Reading(failure, address),
        _ => new OutcomeUnknownException($"UmaDB at {address} may have appended the events or not: {Reason(failure)}.", failure),
    };

    /// <summary>The store was closed.</summary>
    public static StoreUnavailableException Closed() => new("The store was closed. Open it again to go on.");

    // The second is the limit on the time to connect. Any other failure may have come after the request was sent.
    private static bool IsUnsent(RpcException failure) => failure.Status.DebugException is
        HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError }
        or OperationCanceledException { InnerException: TimeoutException };

    private static string Reason(RpcException failure) => $"{failure.Status.Detail.TrimEnd('.')} ({failure.StatusCode})";
}
