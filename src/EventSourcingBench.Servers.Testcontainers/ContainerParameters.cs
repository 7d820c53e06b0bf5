using Docker.DotNet.Models;

namespace EventSourcingBench.Servers.Testcontainers;

/// <summary>Container settings that Testcontainers' builder does not support.</summary>
internal static class ContainerParameters
{
    private const double NanoCpus = 1e9;

    public static void Apply(CreateContainerParameters parameters, ServerLimits limits)
    {
        var host = parameters.HostConfig ??= new HostConfig();
        // Some of these servers have no password, so they must not be reachable from elsewhere.
        foreach (var binding in host.PortBindings?.Values.SelectMany(b => b) ?? [])
            binding.HostIP = "127.0.0.1";

        // PostgreSQL's parallel queries need more shared memory than the default of 64 MiB. It holds no data.
        host.ShmSize = 256L << 20;
        host.NanoCPUs = limits.Cpus is { } cpus ? (long)Math.Round(cpus * NanoCpus) : 0;
        host.Memory = limits.MemoryBytes ?? 0;
        // The same value: with swap, memory would be backed by the measured disk.
        host.MemorySwap = host.Memory;
    }

    /// <summary>The limits that the engine reports as in force.</summary>
    public static ServerLimits Limits(HostConfig? host) => new()
    {
        Cpus = host is { NanoCPUs: > 0 } ? host.NanoCPUs / NanoCpus : null,
        MemoryBytes = host is { Memory: > 0 } ? host.Memory : null,
    };
}
