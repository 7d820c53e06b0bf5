namespace EventSourcingBench.Servers.Testcontainers;

/// <summary>Checks the Docker endpoint first: without one, Testcontainers fails late and not always with a clear message.</summary>
internal sealed class DockerEndpoint(Func<IDockerEndpointAuthenticationConfiguration?> find, TimeSpan limit)
{
    // Testcontainers tries all places one after another and blocks: hence another thread.
    private readonly Lazy<Task<IDockerEndpointAuthenticationConfiguration?>> _found = new(() => Task.Run(find));

    public DockerEndpoint()
        : this(() => TestcontainersSettings.OS.DockerEndpointAuthConfig, TimeSpan.FromMilliseconds(900))
    {
    }

    private static string Places => Environment.GetEnvironmentVariable("DOCKER_HOST") is { Length: > 0 } host
        ? $"DOCKER_HOST is {host}"
        : "DOCKER_HOST is not set, the default sockets were tried";

    /// <summary>The endpoint if it answers and is on this machine; otherwise the reason.</summary>
    public async Task<(IDockerEndpointAuthenticationConfiguration? Endpoint, Unavailable? Unavailable)> FindAsync(
        string variable, CancellationToken cancellationToken)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        ending.CancelAfter(limit);
        try
        {
            if (await _found.Value.WaitAsync(ending.Token) is not { } endpoint)
                return NoAnswer("No Docker endpoint answered");

            // Ports are published on loopback only, and a network would be part of the measurement.
            if (endpoint.Endpoint is { Scheme: not ("unix" or "npipe"), IsLoopback: false } remote)
            {
                return (null, new Unavailable(
                    $"The Docker endpoint {remote} is on another machine, but servers are started on this machine only.",
                    $"Use a Docker engine on this machine, or set {variable} to a connection string."));
            }

            using var client = endpoint.GetDockerClientBuilder().Build();
            await client.System.PingAsync(ending.Token);
            return (endpoint, null);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return NoAnswer($"The Docker endpoint did not answer within {limit.TotalSeconds:0.#} s");
        }
        catch (Exception e) when (e is DockerApiException or HttpRequestException or IOException or SocketException or TimeoutException)
        {
            return NoAnswer($"The Docker endpoint failed: {Words.Of(e)}");
        }

        (IDockerEndpointAuthenticationConfiguration?, Unavailable?) NoAnswer(string reason) => (null, new(
            $"{reason.TrimEnd('.')} ({Places}).",
            $"Start Docker, or set DOCKER_HOST to its endpoint, or set {variable} to a connection string."));
    }
}

/// <summary>Formats an exception of the engine or of Testcontainers as one line.</summary>
internal static class Words
{
    private const int Most = 400;

    public static string Of(Exception exception)
    {
        var innermost = exception.GetBaseException();
        return Shorten(exception == innermost ? exception.Message : $"{exception.Message} {innermost.Message}");
    }

    /// <summary>Shortens to one line of at most 400 characters.</summary>
    public static string Shorten(string text)
    {
        var line = string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        return line.Length <= Most ? line : $"{line[..Most]}…";
    }
}
