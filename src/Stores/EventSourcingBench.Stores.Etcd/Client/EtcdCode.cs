namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>
/// The gRPC statuses that the store handles. With any other status the call may or may not have been carried out.
/// </summary>
internal enum EtcdCode
{
    /// <summary>The server does not accept the request: too many operations, or too large.</summary>
    InvalidArgument = 3,

    /// <summary>The user lacks a permission.</summary>
    PermissionDenied = 7,

    /// <summary>The quota is reached, the message is too large, or there are too many requests.</summary>
    ResourceExhausted = 8,

    /// <summary>The server is not configured for the call.</summary>
    FailedPrecondition = 9,

    /// <summary>The revision was compacted or does not exist yet.</summary>
    OutOfRange = 11,

    /// <summary>The server does not know the call.</summary>
    Unimplemented = 12,

    /// <summary>The request has no credentials.</summary>
    Unauthenticated = 16,
}
