using System.Net;
using System.Runtime.CompilerServices;
using Google.Protobuf;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>
/// One call, from the request to the status: one message goes, any number comes. Disposing of it before the end cancels
/// it at the server. It must be disposed of once and then be left alone, as it may serve another call.
/// </summary>
/// <param name="request">Its HTTP request.</param>
/// <param name="parser">Reads the answers.</param>
/// <param name="keep">Is given the call when it was disposed of and may be used again; null for one that may not.</param>
internal sealed class GrpcCall<TResponse>(GrpcRequest request, MessageParser<TResponse> parser, Action<GrpcCall<TResponse>>? keep) : IDisposable
    where TResponse : class, IMessage<TResponse>
{
    private CancellationToken _cancelled;
    private CancellationTokenSource? _late;
    private CancellationTokenSource? _either;
    private HttpResponseMessage? _response;
    private Stream? _body;
    private GrpcFrames _frames;
    private bool _isEnded;

    /// <summary>The message that <see cref="MoveNextAsync"/> found.</summary>
    public TResponse Current { get; private set; } = null!;

    /// <summary>The status, once there are no more messages.</summary>
    public GrpcStatus Status { get; private set; }

    private CancellationToken Ended => _either?.Token ?? _cancelled;

    /// <summary>Makes it ready to be sent.</summary>
    public GrpcCall<TResponse> Begin(IMessage message, TimeSpan? deadline, TimeProvider time, CancellationToken cancellationToken)
    {
        request.Message = message;
        _cancelled = cancellationToken;
        if (deadline is { } limit)
        {
            _late = new CancellationTokenSource(limit, time);
            _either = CancellationTokenSource.CreateLinkedTokenSource(_late.Token, cancellationToken);
        }

        return this;
    }

    /// <summary>Sends the request and waits for the headers of the answer.</summary>
    /// <exception cref="GrpcException">There was none.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask StartAsync(HttpMessageInvoker invoker)
    {
        try
        {
            _response = await invoker.SendAsync(request, Ended);
            request.Sent();

            // Synchronous in name only: the body is read by the stream, not here.
            _body = _response.StatusCode == HttpStatusCode.OK ? _response.Content.ReadAsStream(Ended) : null;
        }
        catch (Exception e) when (GrpcFailure.Of(e, isStarted: false, _late, _cancelled) is { } failure)
        {
            throw new GrpcException(failure.Status, failure.MayHaveArrived, e);
        }
    }

    /// <summary>Waits for the next message: false at the end, when <see cref="Status"/> is known.</summary>
    /// <exception cref="GrpcException">The connection broke, or the time ran out.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<bool> MoveNextAsync()
    {
        if (_body is null)
        {
            Status = GrpcStatusReader.OfHttp(_response!);
            return false;
        }

        try
        {
            while (!_frames.HasMessage)
            {
                var count = await _body.ReadAsync(_frames.Space, Ended);
                if (count == 0)
                {
                    Status = _frames.IsEmpty ? GrpcStatusReader.Of(_response!) : throw GrpcFailure.Protocol("The answer ended inside of a message.");
                    _isEnded = true;
                    return false;
                }

                _frames.Add(count);
            }

            Current = parser.ParseFrom(_frames.Take());
            return true;
        }
        catch (Exception e) when (GrpcFailure.Of(e, isStarted: true, _late, _cancelled) is { } failure)
        {
            throw new GrpcException(failure.Status, failure.MayHaveArrived, e);
        }
    }

    public void Dispose()
    {
        _response?.Dispose();
        _frames.Dispose();
        _either?.Dispose();
        _late?.Dispose();

        // Only of one that was answered to its end is it certain that the transport looks at nothing of it any more.
        if (_isEnded && keep is not null)
        {
            _isEnded = false;
            (_response, _body, _frames, Current, _cancelled) = (null, null, default, null!, CancellationToken.None);
            keep(this);
        }
    }
}
