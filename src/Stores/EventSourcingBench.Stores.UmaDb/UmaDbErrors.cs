using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>Says a call's failure in the contract's words.</summary>
internal static class UmaDbErrors
{
    private static readonly GrpcStatusCode[] Refusals =
    [
        GrpcStatusCode.Unauthenticated, GrpcStatusCode.PermissionDenied, GrpcStatusCode.Unimplemented, GrpcStatusCode.ResourceExhausted,
    ];

    /// <summary>Nothing was asked for that could have changed anything.</summary>
    public static StoreUnavailableException Reading(GrpcException failure, Uri address) => Unavailable(failure, address);

    /// <summary>An append got no answer.</summary>
    public static Exception Appending(GrpcException failure, Uri address) => failure.MayHaveArrived
        ? Unknown(failure.Status, address, failure)
        : Unavailable(failure, address);

    /// <summary>An append got another answer than success or a failed condition.</summary>
    public static Exception Refused(GrpcStatus status, Uri address)
    {
        if (status.Code is GrpcStatusCode.InvalidArgument or GrpcStatusCode.OutOfRange)
        {
            return new ArgumentException($"UmaDB refused the append: {Sentence(status.Message)}");
        }

        // Of what is left some was refused before, some after the writing, and an error of one append of a batch is told
        // to all of it: only the codes that come before any work are certain.
        return Refusals.Contains(status.Code)
            ? new StoreUnavailableException($"UmaDB at {address} refused the append, and nothing was appended: {status.Message} ({status.Code}).")
            : Unknown(status, address, null);
    }

    /// <summary>The store was closed.</summary>
    public static StoreUnavailableException Closed() => new("The store was closed. Open it again to go on.");

    private static StoreUnavailableException Unavailable(GrpcException failure, Uri address) => new(
        $"UmaDB at {address} could not be reached or did not serve: {Sentence(failure.Message)} See whether it runs and listens there.", failure);

    private static OutcomeUnknownException Unknown(GrpcStatus status, Uri address, Exception? cause) => new(
        $"UmaDB at {address} may have appended the events or not: {status.Message} ({status.Code}).", cause);

    // Words of the server and of the system may end without a full stop.
    private static string Sentence(string words) => words.TrimEnd('.') + ".";
}
