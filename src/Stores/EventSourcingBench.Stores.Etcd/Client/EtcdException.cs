namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>A call without a usable answer.</summary>
/// <param name="message">The last node's message, or why it did not answer.</param>
/// <param name="code">The status of the refusal; null if there is none.</param>
/// <param name="mayHaveArrived">False if the request was certainly not carried out.</param>
/// <param name="innerException">What the HTTP client threw.</param>
internal sealed class EtcdException(string message, EtcdCode? code, bool mayHaveArrived, Exception? innerException = null)
    : Exception(message, innerException)
{
    public EtcdCode? Code { get; } = code;

    public bool MayHaveArrived { get; } = mayHaveArrived;
}

/// <summary>The gRPC statuses of a refusal. With any other status the call may or may not have been carried out.</summary>
internal enum EtcdCode
{
    /// <summary>Too many operations, or too large.</summary>
    InvalidArgument = 3,

    PermissionDenied = 7,

    /// <summary>The quota is reached, the message is too large, or there are too many requests.</summary>
    ResourceExhausted = 8,

    FailedPrecondition = 9,

    /// <summary>The revision was compacted or does not exist yet.</summary>
    OutOfRange = 11,

    Unimplemented = 12,

    Unauthenticated = 16,
}
