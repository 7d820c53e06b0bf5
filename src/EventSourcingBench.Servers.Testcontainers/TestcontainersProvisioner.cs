using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Servers.Testcontainers;

/// <summary>
/// Starts servers in containers: pinned images, durable settings, data on a volume of the engine's, ports on loopback
/// only. Container and volume are removed with the server; those of a runner that was killed, by Testcontainers' reaper.
/// </summary>
public sealed class TestcontainersProvisioner : IServerProvisioner
{
    private readonly DockerEndpoint _endpoint;
    private readonly Func<string, string?> _variable;

    /// <summary>Uses the endpoint that Testcontainers finds: <c>DOCKER_HOST</c>, the engine's usual sockets.</summary>
    public TestcontainersProvisioner()
        : this(new DockerEndpoint(), Environment.GetEnvironmentVariable)
    {
    }

    internal TestcontainersProvisioner(DockerEndpoint endpoint, Func<string, string?> variable)
    {
        _endpoint = endpoint;
        _variable = variable;
    }

    /// <inheritdoc/>
    public string Name => "docker";

    /// <inheritdoc/>
    public bool CanLimit => true;

    /// <summary>The variable that names another image for a kind of server.</summary>
    /// <param name="kind">Such as <c>postgres</c>.</param>
    public static string ImageVariable(string kind) => $"{Variable(kind)}_IMAGE";

    /// <inheritdoc/>
    public async ValueTask<Unavailable?> CheckAsync(string kind, CancellationToken cancellationToken = default) =>
        ServerSpecs.All.ContainsKey(kind)
            ? await _endpoint.CheckAsync(Variable(kind), cancellationToken)
            : new Unavailable(
                $"There is no image for servers of kind {kind}; there is one for {string.Join(", ", ServerSpecs.All.Keys.Order(StringComparer.Ordinal))}.",
                $"Set {Variable(kind)} to a connection string.");

    /// <inheritdoc/>
    public async Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        if (await CheckAsync(request.Kind, cancellationToken) is { } unavailable)
        {
            throw new StoreUnavailableException(unavailable.ToString());
        }

        // The data is in the engine's volume, not in a folder of this machine.
        if (Directory.Exists(request.DataFolder))
        {
            Directory.Delete(request.DataFolder, recursive: true);
        }

        var spec = ServerSpecs.All[request.Kind];
        var image = _variable(ImageVariable(request.Kind)) is { Length: > 0 } given ? given : spec.Image;
        return await ContainerStart.RunAsync(_endpoint, spec with { Image = image }, request, cancellationToken);
    }

    private static string Variable(string kind) => "EVENTSOURCINGBENCH_" + kind.ToUpperInvariant().Replace('-', '_');
}
