namespace EventSourcingBench.Stores.UmaDb;

/// <summary>How a call ended.</summary>
/// <param name="Code">The status code.</param>
/// <param name="Message">What was said about it; empty where nothing was.</param>
internal readonly record struct GrpcStatus(GrpcStatusCode Code, string Message)
{
    /// <summary>The call succeeded.</summary>
    public static GrpcStatus Success { get; } = new(GrpcStatusCode.Ok, "");

    public bool IsOk => Code == GrpcStatusCode.Ok;
}
