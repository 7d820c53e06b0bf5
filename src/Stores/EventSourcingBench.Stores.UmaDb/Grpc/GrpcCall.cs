using System.Net;
using System.Runtime.CompilerServices;
using Google.Protobuf;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>
/// One call, from the request to the status: one message goes, any number comes. Disposing of it before the end cancels
/// it at the server.
/// </summary>
internal sealed class GrpcCall<TResponse> : IDisposable
    where TResponse : class, IMessage<TResponse>
{
    private readonly MessageParser<TResponse> _parser;
    private readonly CancellationToken _cancelled;
    private readonly TimeSpan? _deadline;
    private readonly CancellationTokenSource? _late;
    private readonly CancellationTokenSource? _either;
    private HttpResponseMessage? _response;
    private Stream? _body;
    private GrpcFrames _frames;

    public GrpcCall(MessageParser<TResponse> parser, TimeSpan? deadline, TimeProvider time, CancellationToken cancellationToken)
    {
        _parser = parser;
        _cancelled = cancellationToken;
        _deadline = deadline;
        if (deadline is { } limit)
        {
            _late = new CancellationTokenSource(limit, time);
            _either = CancellationTokenSource.CreateLinkedTokenSource(_late.Token, cancellationToken);
        }
    }

    /// <summary>The message that <see cref="MoveNextAsync"/> found.</summary>
    public TResponse Current { get; private set; } = null!;

    /// <summary>The status, once there are no more messages.</summary>
    public GrpcStatus Status { get; private set; }

    private CancellationToken Ended => _either?.Token ?? _cancelled;

    /// <summary>Sends the request and waits for the headers of the answer.</summary>
    /// <exception cref="GrpcException">There was none.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask StartAsync(HttpMessageInvoker invoker, Uri address, IMessage message)
    {
        try
        {
            _response = await invoker.SendAsync(Request(address, message), Ended);
            _body = _response.StatusCode == HttpStatusCode.OK ? await _response.Content.ReadAsStreamAsync(Ended) : null;
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
                    return false;
                }

                _frames.Add(count);
            }

            Current = _parser.ParseFrom(_frames.Take());
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
    }

    private HttpRequestMessage Request(Uri address, IMessage message)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, address)
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new GrpcRequestContent(message),
        };
        request.Headers.TryAddWithoutValidation("te", "trailers");
        if (_deadline is { } limit)
        {
            request.Headers.TryAddWithoutValidation("grpc-timeout", GrpcTimeout.Format(limit));
        }

        return request;
    }
}
