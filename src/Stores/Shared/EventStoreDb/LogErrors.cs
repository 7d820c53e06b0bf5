using System.Threading.Channels;
using EventSourcingBench.Abstractions;
using Grpc.Core;

namespace EventSourcingBench.Stores.Shared;

/// <summary>
/// Says in the user's words what a client's exception means. It is told by types and status codes, never by the texts
/// of messages.
/// </summary>
internal sealed class LogErrors(LogClientSettings settings)
{
    private readonly LogClientConnectivity _connectivity = settings.ConnectivitySettings;

    private string Server => _connectivity.IsSingleNode
        ? $"{Dialect.Product} at {_connectivity.Address?.Authority ?? "localhost:2113"}"
        : $"The {Dialect.Product} cluster at {string.Join(", ", _connectivity.GossipSeeds.Select(s => s.ToString()))}";

    private string User => settings.DefaultCredentials?.Username is { } name ? $"the user '{name}'" : "nobody without a user";

    /// <summary>What those get who use the store after, or wait while, it is closed.</summary>
    public static StoreUnavailableException StoreClosed() => new("The store was closed. Open it again to go on.");

    /// <summary>A connection string that cannot be read.</summary>
    // The exception's message may quote the string: a password must not come out that way.
    public static StoreUnavailableException NotAConnectionString() => new(
        $"{Dialect.Variable} is not a connection string of {Dialect.Product}. It has the form {Dialect.Scheme}://user:password@host:2113?tls=true.");

    /// <summary>What happened to a call that changes nothing; null where it is a defect, to be seen as such.</summary>
    public StoreUnavailableException? Unavailable(Exception e)
    {
        var cause = Cause(e);
        return cause is RpcException or DiscoveryException or NotLeaderException or AccessDeniedException or NotAuthenticatedException
            or StreamDeletedException or HttpRequestException or IOException or ObjectDisposedException or OperationCanceledException
            or TimeoutException
            ? new StoreUnavailableException(Explain(cause), e)
            : null;
    }

    /// <summary>
    /// What became of an append that failed: refused or never sent, so that nothing happened, or unknown. Null where
    /// the client says that the caller made a mistake, or it is a defect.
    /// </summary>
    public Exception? AfterSend(Exception e, bool isClosed)
    {
        var cause = Cause(e);
        return cause switch
        {
            // The queue of the shared call was closed before the events got into it.
            ChannelClosedException or ObjectDisposedException when isClosed => StoreClosed(),
            MaximumAppendSizeExceededException tooLarge => new ArgumentException(
                $"The append is larger than {Dialect.Product} takes in one ({tooLarge.MaxAppendSize} bytes). Nothing was appended. Append less at once, or start the server with a greater --max-append-size.", e),
            DiscoveryException or NotLeaderException or AccessDeniedException or NotAuthenticatedException or StreamDeletedException =>
                new StoreUnavailableException(Explain(cause), e),
            RpcException when IsNeverSent(cause) => new StoreUnavailableException(Explain(cause), e),
            RpcException { StatusCode: StatusCode.InvalidArgument or StatusCode.PermissionDenied or StatusCode.Unauthenticated or StatusCode.Unimplemented } =>
                new StoreUnavailableException(Explain(cause), e),
            // InvalidOperationException is how the shared call reports an error that its protocol has no name for.
            RpcException or IOException or ChannelClosedException or ObjectDisposedException or OperationCanceledException or InvalidOperationException =>
                new OutcomeUnknownException($"{Server} gave no answer to an append: {Sentence(cause)}", e),
            _ => null,
        };
    }

    private string Explain(Exception e)
    {
        var http = Http(e);
        return e switch
        {
            NotAuthenticatedException or RpcException { StatusCode: StatusCode.Unauthenticated } =>
                $"{Server} lets {User} in with this password. Correct user and password in {Dialect.Variable} ({Dialect.Scheme}://user:password@host:2113).",
            AccessDeniedException or RpcException { StatusCode: StatusCode.PermissionDenied } =>
                $"{Server} refuses {User} a right: {Sentence(e)} Give a user in {Dialect.Variable} who may read $all and append to any stream, such as one of the group $admins.",
            StreamDeletedException => $"{Server}: {Sentence(e)} Somebody deleted this stream for good; open the store in another namespace.",
            _ when http == HttpRequestError.SecureConnectionError =>
                $"{Server} cannot be reached over TLS: {Sentence(Deepest(e))} Where the server runs insecure, add ?tls=false to {Dialect.Variable}; where its certificate is not trusted here, add tlsCaFile=path/to/ca.crt.",
            _ when http == HttpRequestError.NameResolutionError => $"{Server}: the host is not known. Correct it in {Dialect.Variable}.",
            _ when http == HttpRequestError.ConnectionError =>
                $"{Server} does not answer ({Deepest(e).Message}). Start it, or correct host and port in {Dialect.Variable}.",
            _ when http is not null && _connectivity.Insecure =>
                $"{Server} closed the connection before it answered: {Sentence(Deepest(e))} Where the server wants TLS, leave ?tls=false out of {Dialect.Variable}.",
            OperationCanceledException or TimeoutException or RpcException { StatusCode: StatusCode.DeadlineExceeded or StatusCode.Cancelled } =>
                $"{Server} did not answer in time. Look whether it is overloaded or behind a firewall, or correct host and port in {Dialect.Variable}.",
            _ => $"{Server} could not be used: {Sentence(e)}",
        };
    }

    // Words of servers and of the system may end without a full stop.
    private static string Sentence(Exception e) => e.Message.TrimEnd('.') + ".";

    // No connection, no request.
    private static bool IsNeverSent(Exception e) =>
        Http(e) is HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError or HttpRequestError.SecureConnectionError;

    private static HttpRequestError? Http(Exception e) => e switch
    {
        HttpRequestException http => http.HttpRequestError,
        RpcException { Status.DebugException: { } debug } => Http(debug),
        { InnerException: { } inner } => Http(inner),
        _ => null,
    };

    private static Exception Deepest(Exception e) => e switch
    {
        RpcException { Status.DebugException: { } debug } => Deepest(debug),
        { InnerException: { } inner } => Deepest(inner),
        _ => e,
    };

    // The client's interceptor wraps what is not an RpcException.
    private static Exception Cause(Exception e) => e is AggregateException { InnerExceptions: [var only] } ? Cause(only) : e;
}
