namespace EventSourcingBench.Stores.UmaDb;

internal static class UmaDbErrors
{
    public static StoreUnavailableException Reading(RpcException failure, Uri address) => new(
        $"UmaDB at {address} could not be reached or did not answer: {Reason(failure)}. Check that it is "
            + "running and listening there.", failure);

    /// <summary>An append failed for a reason other than its condition.</summary>
    public static Exception Appending(RpcException failure, Uri address) => failure.StatusCode switch
    {
        StatusCode.InvalidArgument or StatusCode.OutOfRange =>
            new ArgumentException($"UmaDB refused the append: {Reason(failure)}.", failure),
        // The server sends the other statuses both before and after it has written, and reports one append's error to every append
        // of the commit. Only these statuses prove that nothing was written, and only if the server sent them: the client derives some
        // from the HTTP/2 error of a broken connection, which is the status's exception.
        StatusCode.Unauthenticated or StatusCode.PermissionDenied or StatusCode.Unimplemented or StatusCode.ResourceExhausted
            when failure.Status.DebugException is null =>
            new StoreUnavailableException(
                $"UmaDB at {address} refused the append, and nothing was appended: {Reason(failure)}.", failure),
        _ when failure.IsUnsent() => Reading(failure, address),
        _ => new OutcomeUnknownException($"UmaDB at {address} may have appended the events or not: {Reason(failure)}.", failure),
    };

    private static string Reason(RpcException failure) => $"{failure.Status.Detail.TrimEnd('.')} ({failure.StatusCode})";
}
