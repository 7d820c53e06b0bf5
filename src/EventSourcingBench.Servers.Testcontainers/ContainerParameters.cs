using Docker.DotNet.Models;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Servers.Testcontainers;

/// <summary>What is asked of the engine besides what Testcontainers' builder knows.</summary>
internal static class ContainerParameters
{
    private const string Loopback = "127.0.0.1";
    private const double NanoCpus = 1e9;

    // PostgreSQL's parallel queries need more shared memory than the 64 MiB that an engine gives; it holds no data.
    private const long SharedMemory = 256L << 20;

    public static void Apply(CreateContainerParameters parameters, ServerLimits limits)
    {
        var host = parameters.HostConfig ??= new HostConfig();
        // Some of these servers have no password, so nobody else may reach them.
        foreach (var binding in (host.PortBindings ?? new Dictionary<string, IList<PortBinding>>(StringComparer.Ordinal)).Values.SelectMany(b => b))
        {
            binding.HostIP = Loopback;
        }

        host.ShmSize = SharedMemory;
        host.NanoCPUs = limits.Cpus is { } cpus ? (long)Math.Round(cpus * NanoCpus) : 0;
        host.Memory = limits.MemoryBytes ?? 0;
        // The same figure: swap would make memory of the disk that is measured.
        host.MemorySwap = limits.MemoryBytes ?? 0;
    }

    /// <summary>The limits that the engine says are in force.</summary>
    public static ServerLimits Limits(HostConfig? host) => new()
    {
        Cpus = host is { NanoCPUs: > 0 } ? host.NanoCPUs / NanoCpus : null,
        MemoryBytes = host is { Memory: > 0 } ? host.Memory : null,
    };
}
