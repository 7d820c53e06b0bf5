namespace EventSourcingBench.Stores.UmaDb;

/// <summary>What the server answered to a unary call.</summary>
/// <param name="Status">Its status, not always that of success: a refusal that is expected need not be an exception.</param>
/// <param name="Message">The message; null unless the status is that of success.</param>
internal readonly record struct GrpcReply<TResponse>(GrpcStatus Status, TResponse? Message)
    where TResponse : class
{
    /// <summary>The message.</summary>
    /// <exception cref="GrpcException">The status is not that of success.</exception>
    public TResponse Get() => Message ?? throw new GrpcException(Status, mayHaveArrived: true);
}
