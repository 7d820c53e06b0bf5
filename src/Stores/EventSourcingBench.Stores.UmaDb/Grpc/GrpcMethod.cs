using Google.Protobuf;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>A method of a service at its address, with the calls that came to their end and may be used again.</summary>
/// <param name="address">The address of the server with the path <c>/package.Service/Method</c>.</param>
/// <param name="parser">Reads the answers.</param>
/// <param name="time">The clock of deadlines.</param>
internal sealed class GrpcMethod<TRequest, TResponse>(Uri address, MessageParser<TResponse> parser, TimeProvider time)
    where TRequest : IMessage<TRequest>
    where TResponse : class, IMessage<TResponse>
{
    private const int MostKept = 64;

    private readonly Lock _gate = new();
    private readonly Stack<GrpcCall<TResponse>> _ended = new();

    /// <summary>A call that is to be disposed of once.</summary>
    public GrpcCall<TResponse> Call(TRequest message, TimeSpan? deadline, CancellationToken cancellationToken)
    {
        if (deadline is not null)
        {
            // The deadline is in the headers: another call's would be another.
            return new GrpcCall<TResponse>(new GrpcRequest(address, deadline), parser, keep: null).Begin(message, deadline, time, cancellationToken);
        }

        GrpcCall<TResponse>? call;
        lock (_gate)
        {
            _ended.TryPop(out call);
        }

        call ??= new GrpcCall<TResponse>(new GrpcRequest(address, deadline), parser, Keep);
        return call.Begin(message, deadline, time, cancellationToken);
    }

    private void Keep(GrpcCall<TResponse> call)
    {
        lock (_gate)
        {
            if (_ended.Count < MostKept)
            {
                _ended.Push(call);
            }
        }
    }
}
