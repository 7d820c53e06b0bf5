namespace EventSourcingBench.LoadTests.Http;

internal static class HttpOutcomes
{
    /// <summary>409 and 412 are version conflicts. Refusals, and 503 which the API keeps for what was not done, are errors.</summary>
    public static Outcome OfStatus(int status) => status switch
    {
        >= 200 and < 300 => Outcome.Success,
        409 or 412 => Outcome.Conflict,
        >= 500 and not 503 => Outcome.Timeout,
        _ => Outcome.Error,
    };

    /// <summary>Whether it is one of the network's: the platform's client does not wrap all of them, and ends a connection that takes too
    /// long as if it had been cancelled.</summary>
    public static bool IsOfNetwork(Exception? exception) => exception
        is HttpRequestException or SocketException or IOException or OperationCanceledException { InnerException: TimeoutException };

    /// <summary>An error only where no connection came about, so that nothing can have been sent.</summary>
    public static Outcome OfException(Exception exception) => (exception as HttpRequestException)?.HttpRequestError switch
    {
        HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError
            or HttpRequestError.SecureConnectionError or HttpRequestError.ProxyTunnelError => Outcome.Error,
        // The server went away while the connection was made.
        null when exception is SocketException => Outcome.Error,
        _ => Outcome.Timeout,
    };

    public static string Describe(Exception exception) => OfException(exception) == Outcome.Error
        ? $"no connection: {(exception.InnerException ?? exception).Message}"
        : $"the connection broke: {exception.Message}";

    public static string Describe(int status, ReadOnlyMemory<byte> body) =>
        Problem(body) is { } problem ? $"HTTP {status}: {problem}" : $"HTTP {status}";

    /// <summary>What an answer says of itself; null where it is none of the API's.</summary>
    public static string? Problem(ReadOnlyMemory<byte> body)
    {
        try
        {
            var problem = JsonSerializer.Deserialize<ProblemText>(body.Span, JsonSerializerOptions.Web);
            return problem?.Detail ?? problem?.Title;
        }
        catch (JsonException)
        {
            // A body that is not JSON comes from something else than the API; the status is what can be said of it.
            return null;
        }
    }

    private sealed record ProblemText(string? Title, string? Detail);
}
