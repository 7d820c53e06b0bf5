namespace EventSourcingBench.Stores.Etcd;

/// <summary>The statuses of gRPC that the store tells apart. The others mean that the call may or may not have been carried out.</summary>
internal enum EtcdCode
{
    /// <summary>The request is none that the server takes: too many operations, too large.</summary>
    InvalidArgument = 3,

    /// <summary>The user may not.</summary>
    PermissionDenied = 7,

    /// <summary>No space below the quota, too large a message, or too many requests.</summary>
    ResourceExhausted = 8,

    /// <summary>The server is not set up for it.</summary>
    FailedPrecondition = 9,

    /// <summary>The revision was compacted, or is not there yet.</summary>
    OutOfRange = 11,

    /// <summary>The server does not know the call.</summary>
    Unimplemented = 12,

    /// <summary>Nobody said who asks.</summary>
    Unauthenticated = 16,
}
