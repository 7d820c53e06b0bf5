namespace EventSourcingBench.Servers.Testcontainers;

/// <summary>Starts servers in containers: pinned images, durable settings, data on a volume of the engine, ports on loopback only.
/// Container and volume are removed with the server. If the runner is killed, Testcontainers' reaper removes them.</summary>
public sealed class TestcontainersProvisioner : IServerProvisioner
{
    private readonly Lazy<Task<IDockerEndpointAuthenticationConfiguration?>> _endpoint;
    private readonly TimeSpan _limit;
    private readonly Func<string, string?> _variable;

    /// <summary>Uses the endpoint that Testcontainers finds: <c>DOCKER_HOST</c> or the engine's default sockets.</summary>
    public TestcontainersProvisioner()
        : this(find: null)
    {
    }

    internal TestcontainersProvisioner(
        Func<IDockerEndpointAuthenticationConfiguration?>? find = null, TimeSpan? limit = null, Func<string, string?>? variable = null)
    {
        // Testcontainers tries all places one after another and blocks: hence another thread.
        _endpoint = new(() => Task.Run(find ?? (() => TestcontainersSettings.OS.DockerEndpointAuthConfig)));
        _limit = limit ?? TimeSpan.FromMilliseconds(900);
        _variable = variable ?? Environment.GetEnvironmentVariable;
    }

    public string Name => "docker";

    public bool CanLimit => true;

    private static string Places => Environment.GetEnvironmentVariable("DOCKER_HOST") is { Length: > 0 } host
        ? $"DOCKER_HOST is {host}"
        : "DOCKER_HOST is not set, the default sockets were tried";

    public async ValueTask<Unavailable?> CheckAsync(ServerKind kind, CancellationToken cancellationToken = default) =>
        (await FindAsync(kind, cancellationToken)).Unavailable;

    public async Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
    {
        var (endpoint, unavailable) = await FindAsync(request.Kind, cancellationToken);
        if (endpoint is null)
            throw new StoreUnavailableException(unavailable!.ToString());

        // The variable EVENTSOURCINGBENCH_KIND_IMAGE overrides the image.
        var spec = request.Kind.Container!;
        var image = _variable(Variable(request.Kind) + "_IMAGE") is { Length: > 0 } given ? given : spec.Image;
        return await ContainerStart.RunAsync(endpoint, spec with { Image = image }, request, cancellationToken);
    }

    // The endpoint if it answers and is on this machine; otherwise the reason. It is checked first: without one, Testcontainers fails
    // late and not always with a clear message.
    private async Task<(IDockerEndpointAuthenticationConfiguration? Endpoint, Unavailable? Unavailable)> FindAsync(
        ServerKind kind, CancellationToken cancellationToken)
    {
        var variable = Variable(kind);
        if (kind.Container is null)
            return (null, new($"There is no image for servers of kind {kind.Name}.", $"Set {variable} to a connection string."));

        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        ending.CancelAfter(_limit);
        try
        {
            if (await _endpoint.Value.WaitAsync(ending.Token) is not { } endpoint)
                return NoAnswer("No Docker endpoint answered");

            // Ports are published on loopback only, and a network would be part of the measurement.
            if (endpoint.Endpoint is { Scheme: not ("unix" or "npipe"), IsLoopback: false } remote)
            {
                return (null, new(
                    $"The Docker endpoint {remote} is on another machine, but servers are started on this machine only.",
                    $"Use a Docker engine on this machine, or set {variable} to a connection string."));
            }

            using var client = endpoint.GetDockerClientBuilder().Build();
            await client.System.PingAsync(ending.Token);
            return (endpoint, null);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return NoAnswer($"The Docker endpoint did not answer within {_limit.TotalSeconds:0.#} s");
        }
        catch (Exception e) when (e is DockerApiException or HttpRequestException or IOException or SocketException or TimeoutException)
        {
            return NoAnswer($"The Docker endpoint failed: {Words.Of(e)}");
        }

        (IDockerEndpointAuthenticationConfiguration?, Unavailable?) NoAnswer(string reason) => (null, new(
            $"{reason.TrimEnd('.')} ({Places}).",
            $"Start Docker, or set DOCKER_HOST to its endpoint, or set {variable} to a connection string."));
    }

    private static string Variable(ServerKind kind) => "EVENTSOURCINGBENCH_" + kind.Name.ToUpperInvariant().Replace('-', '_');
}
