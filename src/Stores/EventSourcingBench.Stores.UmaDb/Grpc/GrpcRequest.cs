using System.Net;
using Google.Protobuf;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>
/// The HTTP request of a call. One that was answered is used again by a later call: an <see cref="HttpMessageInvoker"/>,
/// other than an HttpClient, sends a message as often as it is told, and the message with its headers is a fifth of what
/// a call would allocate.
/// </summary>
internal sealed class GrpcRequest : HttpRequestMessage
{
    private readonly GrpcRequestContent _content = new();

    public GrpcRequest(Uri address, TimeSpan? deadline)
        : base(HttpMethod.Post, address)
    {
        Version = HttpVersion.Version20;
        VersionPolicy = HttpVersionPolicy.RequestVersionExact;
        Content = _content;
        Headers.TryAddWithoutValidation("te", "trailers");
        if (deadline is { } limit)
        {
            Headers.TryAddWithoutValidation("grpc-timeout", GrpcTimeout.Format(limit));
        }
    }

    /// <summary>The message to send.</summary>
    public IMessage Message
    {
        set => _content.Message = value;
    }

    /// <summary>The request was sent: its buffer may be used by others.</summary>
    public void Sent() => _content.Sent();
}
