using Google.Protobuf;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>What a failure of the transport says of the call.</summary>
/// <param name="Status">The status that stands for it.</param>
/// <param name="MayHaveArrived">False when it is certain that the server never saw the request.</param>
internal readonly record struct GrpcFailure(GrpcStatus Status, bool MayHaveArrived)
{
    /// <summary>The answer is against the protocol.</summary>
    public static GrpcException Protocol(string message) => new(new GrpcStatus(GrpcStatusCode.Internal, message), mayHaveArrived: true);

    /// <summary>What a transport's exception says; null for one that is the caller's: a defect, or the caller's cancellation.</summary>
    /// <param name="exception">The exception.</param>
    /// <param name="isStarted">True when headers of an answer have come.</param>
    /// <param name="late">Is cancelled at the deadline.</param>
    /// <param name="cancelled">The caller's.</param>
    public static GrpcFailure? Of(Exception exception, bool isStarted, CancellationTokenSource? late, CancellationToken cancelled) => exception switch
    {
        OperationCanceledException when cancelled.IsCancellationRequested => null,
        OperationCanceledException when late is { IsCancellationRequested: true } =>
            new GrpcFailure(new GrpcStatus(GrpcStatusCode.DeadlineExceeded, "There was no answer in time."), MayHaveArrived: true),

        // Nobody cancelled: it is the handler's own limit on connecting.
        OperationCanceledException => Unavailable("No connection could be made in time.", isStarted),
        HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError } e => Unavailable(e.Message, isStarted),
        HttpRequestException e => Unavailable(e.Message, mayHaveArrived: true),
        ObjectDisposedException => Unavailable("The channel was closed.", isStarted),
        InvalidProtocolBufferException e => new GrpcFailure(
            new GrpcStatus(GrpcStatusCode.Internal, "The answer could not be read: " + e.Message), MayHaveArrived: true),
        IOException e => Unavailable(e.Message, mayHaveArrived: true),
        _ => null,
    };

    private static GrpcFailure Unavailable(string message, bool mayHaveArrived) => new(new GrpcStatus(GrpcStatusCode.Unavailable, message), mayHaveArrived);
}
