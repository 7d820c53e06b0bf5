namespace EventSourcingBench.Servers.Testcontainers;

/// <summary>Starts servers in containers: pinned images, durable settings, data on a volume of the engine, ports on loopback only.
/// Container and volume are removed with the server. If the runner is killed, Testcontainers' reaper removes them.</summary>
public sealed class TestcontainersProvisioner : IServerProvisioner
{
    private readonly DockerEndpoint _endpoint;
    private readonly Func<string, string?> _variable;

    /// <summary>Uses the endpoint that Testcontainers finds: <c>DOCKER_HOST</c> or the engine's default sockets.</summary>
    public TestcontainersProvisioner()
        : this(new DockerEndpoint(), Environment.GetEnvironmentVariable)
    {
    }

    internal TestcontainersProvisioner(DockerEndpoint endpoint, Func<string, string?> variable) =>
        (_endpoint, _variable) = (endpoint, variable);

    public string Name => "docker";

    public bool CanLimit => true;

    public async ValueTask<Unavailable?> CheckAsync(ServerKind kind, CancellationToken cancellationToken = default) =>
        (await FindAsync(kind, cancellationToken)).Unavailable;

    public async Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
    {
        var (endpoint, unavailable) = await FindAsync(request.Kind, cancellationToken);
        if (endpoint is null)
            throw new StoreUnavailableException(unavailable!.ToString());

        // The variable EVENTSOURCINGBENCH_KIND_IMAGE overrides the image.
        var spec = request.Kind.Container!;
        var image = _variable(Variable(request.Kind.Name) + "_IMAGE") is { Length: > 0 } given ? given : spec.Image;
        return await ContainerStart.RunAsync(endpoint, spec with { Image = image }, request, cancellationToken);
    }

    private async Task<(IDockerEndpointAuthenticationConfiguration? Endpoint, Unavailable? Unavailable)> FindAsync(
        ServerKind kind, CancellationToken cancellationToken)
    {
        var variable = Variable(kind.Name);
        return kind.Container is null
            ? (null, new Unavailable($"There is no image for servers of kind {kind.Name}.", $"Set {variable} to a connection string."))
            : await _endpoint.FindAsync(variable, cancellationToken);
    }

    private static string Variable(string kind) => "EVENTSOURCINGBENCH_" + kind.ToUpperInvariant().Replace('-', '_');
}
