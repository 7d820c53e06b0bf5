using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>
/// Servers that the user runs: <c>EVENTSOURCINGBENCH_POSTGRES</c> and the like hold a connection string. Whether it is
/// right shows when a store opens.
/// </summary>
public sealed class EnvironmentProvisioner : IServerProvisioner
{
    /// <summary>The name that users say.</summary>
    public const string ProvisionerName = "env";

    /// <inheritdoc/>
    public string Name => ProvisionerName;

    /// <summary>The variable for a kind of server.</summary>
    /// <param name="kind">Such as <c>postgres</c>.</param>
    public static string Variable(string kind) => "EVENTSOURCINGBENCH_" + kind.ToUpperInvariant().Replace('-', '_');

    /// <inheritdoc/>
    /// <exception cref="UserException">The variable is there but empty.</exception>
    public ValueTask<Unavailable?> CheckAsync(string kind, CancellationToken cancellationToken = default) =>
        ValueTask.FromResult(Read(kind) is null
            ? new Unavailable($"{Variable(kind)} is not set.", $"Set {Variable(kind)} to a connection string.")
            : null);

    /// <inheritdoc/>
    /// <exception cref="UserException">The variable is there but empty.</exception>
    public Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        var connectionString = Read(request.Kind) ?? throw new StoreUnavailableException($"{Variable(request.Kind)} is not set.");
        if (Directory.Exists(request.DataFolder))
        {
            Directory.Delete(request.DataFolder, recursive: true);
        }

        return Task.FromResult<ProvisionedServer>(new GivenServer
        {
            Kind = request.Kind,
            ConnectionString = connectionString,
            Origin = $"environment ({Variable(request.Kind)})",
            Nodes = Hosts(connectionString),
        });
    }

    private static string? Read(string kind)
    {
        var value = Environment.GetEnvironmentVariable(Variable(kind));
        return value is null || !string.IsNullOrWhiteSpace(value)
            ? value
            : throw new UserException($"{Variable(kind)} is set but empty. Give it a connection string, or unset it.");
    }

    // Host=a,b,c;... and scheme://user@a,b,c/...: as many nodes as hosts. Whether each is one shows when a store opens.
    private static int Hosts(string connectionString)
    {
        var pairs = connectionString.Split(';', StringSplitOptions.TrimEntries);
        var scheme = connectionString.IndexOf("://", StringComparison.Ordinal);
        var hosts = scheme >= 0
            ? connectionString[(scheme + 3)..].Split('/', '?')[0].Split('@')[^1]
            : Array.Find(pairs, p => p.StartsWith("Host=", StringComparison.OrdinalIgnoreCase) || p.StartsWith("Server=", StringComparison.OrdinalIgnoreCase));
        return hosts?.Split(',').Length ?? 1;
    }

    // The user's server is left as it is.
    private sealed class GivenServer : ProvisionedServer
    {
        public override ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
