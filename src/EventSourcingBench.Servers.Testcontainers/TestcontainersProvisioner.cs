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

    /// <inheritdoc/>
    public string Name => "docker";

    /// <inheritdoc/>
    public bool CanLimit => true;

    /// <inheritdoc/>
    public async ValueTask<Unavailable?> CheckAsync(ServerKind kind, CancellationToken cancellationToken = default) =>
        kind.Container is null
            ? new Unavailable($"There is no image for servers of kind {kind.Name}.", $"Set {Variable(kind.Name)} to a connection string.")
            : await _endpoint.CheckAsync(Variable(kind.Name), cancellationToken);

    /// <inheritdoc/>
    public async Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
    {
        if (await CheckAsync(request.Kind, cancellationToken) is { } unavailable)
            throw new StoreUnavailableException(unavailable.ToString());

        // The data is in the engine's volume, not in a local folder.
        if (Directory.Exists(request.DataFolder))
            Directory.Delete(request.DataFolder, recursive: true);

        // The variable EVENTSOURCINGBENCH_KIND_IMAGE overrides the image.
        var spec = request.Kind.Container!;
        var image = _variable(Variable(request.Kind.Name) + "_IMAGE") is { Length: > 0 } given ? given : spec.Image;
        return await ContainerStart.RunAsync(_endpoint, spec with { Image = image }, request, cancellationToken);
    }

    private static string Variable(string kind) => "EVENTSOURCINGBENCH_" + kind.ToUpperInvariant().Replace('-', '_');
}
