namespace EventSourcingBench.Stores.UmaDb;

/// <summary>A call that got no answer, or another one than that of success.</summary>
/// <param name="status">The server's status, or the one that says what became of the call.</param>
/// <param name="mayHaveArrived">False when it is certain that the server never saw the request.</param>
/// <param name="innerException">What the transport threw.</param>
internal sealed class GrpcException(GrpcStatus status, bool mayHaveArrived, Exception? innerException = null)
    : Exception(status.Message.Length > 0 ? $"{status.Message} ({status.Code})" : status.Code.ToString(), innerException)
{
    public GrpcStatus Status => status;

    public bool MayHaveArrived => mayHaveArrived;
}
