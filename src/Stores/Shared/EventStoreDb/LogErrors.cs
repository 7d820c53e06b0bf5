namespace EventSourcingBench.Stores.Shared;

/// <summary>Translates the client's exceptions by types and status codes, never by message texts.</summary>
internal sealed class LogErrors(LogClientSettings settings)
{
    private readonly LogClientConnectivity _connectivity = settings.ConnectivitySettings;

    private string Server => _connectivity.IsSingleNode
        ? $"{Dialect.Product} at {_connectivity.Address?.Authority ?? "localhost:2113"}"
        : $"The {Dialect.Product} cluster at {string.Join(", ", _connectivity.GossipSeeds.Select(s => s.ToString()))}";

    private string User => settings.DefaultCredentials?.Username is { } name ? $"the user '{name}'" : "clients without a user";

    public static StoreUnavailableException Ended(Exception? cause = null) =>
        new($"{Dialect.Product} ended the subscription. Subscribe again after the last checkpoint.", cause);

    // The exception's message may quote the string, including the password.
    public static StoreUnavailableException NotAConnectionString() => new(
        $"{Dialect.Variable} is not a connection string of {Dialect.Product}. The format is "
            + $"{Dialect.Scheme}://user:password@host:2113?tls=true.");

    /// <summary>Translates a failed read-only call; null for a defect, which is not translated.</summary>
    public StoreUnavailableException? Unavailable(Exception e)
    {
        var cause = Cause(e);
        return cause is RpcException or DiscoveryException or NotLeaderException or AccessDeniedException or NotAuthenticatedException
            or StreamDeletedException or PersistentSubscriptionDroppedByServerException or HttpRequestException or IOException
            or ObjectDisposedException or OperationCanceledException or TimeoutException
            ? new StoreUnavailableException(Explain(cause), e)
            : null;
    }

    /// <summary>Translates a failed append: nothing was appended, or the outcome is unknown. Null for a defect.</summary>
    public Exception? AfterSend(Exception e, bool isClosed)
    {
        var cause = Cause(e);
        return cause switch
        {
            // The queue of the shared call was closed before the events were added.
            ChannelClosedException or ObjectDisposedException when isClosed => StoreClosing.Error(),
            MaximumAppendSizeExceededException tooLarge => new ArgumentException(
                $"The append is larger than {Dialect.Product} accepts ({tooLarge.MaxAppendSize} bytes). Nothing was appended. "
                    + "Append less at once, or start the server with a larger --max-append-size.", e),
            DiscoveryException or NotLeaderException or AccessDeniedException or NotAuthenticatedException or StreamDeletedException =>
                new StoreUnavailableException(Explain(cause), e),
            RpcException rpc when IsNeverSent(rpc) || (rpc.StatusCode is StatusCode.InvalidArgument or StatusCode.PermissionDenied
                or StatusCode.Unauthenticated or StatusCode.Unimplemented) => new StoreUnavailableException(Explain(cause), e),
            // The shared call reports errors that its protocol does not define as InvalidOperationException.
            RpcException or IOException or ChannelClosedException or ObjectDisposedException or OperationCanceledException
                or InvalidOperationException =>
                new OutcomeUnknownException($"{Server} did not answer an append: {Sentence(cause)}", e),
            _ => null,
        };
    }

    private string Explain(Exception e)
    {
        var http = Http(e);
        return e switch
        {
            NotAuthenticatedException or RpcException { StatusCode: StatusCode.Unauthenticated } =>
                $"{Server} rejected {User} with this password. Correct user and password in {Dialect.Variable} "
                    + $"({Dialect.Scheme}://user:password@host:2113).",
            AccessDeniedException or RpcException { StatusCode: StatusCode.PermissionDenied } =>
                $"{Server} denied {User} a permission: {Sentence(e)} Set a user in {Dialect.Variable} who may read $all and "
                    + "append to any stream, such as a member of $admins.",
            StreamDeletedException => $"{Server}: {Sentence(e)} The stream was deleted permanently; open the store in another namespace.",
            _ when http == HttpRequestError.SecureConnectionError =>
                $"{Server} cannot be reached over TLS: {Sentence(Chain(e).Last())} If the server is insecure, add ?tls=false to "
                    + $"{Dialect.Variable}; if its certificate is not trusted here, add tlsCaFile=path/to/ca.crt.",
            _ when http == HttpRequestError.NameResolutionError => $"{Server}: the host is unknown. Correct it in {Dialect.Variable}.",
            _ when http == HttpRequestError.ConnectionError =>
                $"{Server} did not answer ({Chain(e).Last().Message}). Start it, or correct host and port in {Dialect.Variable}.",
            _ when http is not null && _connectivity.Insecure =>
                $"{Server} closed the connection before it answered: {Sentence(Chain(e).Last())} If the server needs TLS, remove "
                    + $"?tls=false from {Dialect.Variable}.",
            OperationCanceledException or TimeoutException
                or RpcException { StatusCode: StatusCode.DeadlineExceeded or StatusCode.Cancelled } =>
                $"{Server} did not answer in time. Check whether it is overloaded or behind a firewall, or correct host and port "
                    + $"in {Dialect.Variable}.",
            _ => $"{Server} could not be used: {Sentence(e)}",
        };
    }

    // Messages of servers and of the operating system may end without a full stop.
    private static string Sentence(Exception e) => e.Message.TrimEnd('.') + ".";

    // Without a connection nothing was sent.
    private static bool IsNeverSent(Exception e) =>
        Http(e) is HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError or HttpRequestError.SecureConnectionError;

    private static HttpRequestError? Http(Exception e) => Chain(e).OfType<HttpRequestException>().FirstOrDefault()?.HttpRequestError;

    private static IEnumerable<Exception> Chain(Exception? e)
    {
        for (; e is not null; e = e is RpcException { Status.DebugException: { } debug } ? debug : e.InnerException)
            yield return e;
    }

    // The client's interceptor wraps exceptions other than RpcException.
    private static Exception Cause(Exception e) => e is AggregateException { InnerExceptions: [var only] } ? Cause(only) : e;
}
