using Docker.DotNet.Models;

namespace EventSourcingBench.Servers.Testcontainers;

/// <summary>Container settings that Testcontainers' builder does not support.</summary>
internal static class ContainerParameters
{
    private const string Loopback = "127.0.0.1";
    private const double NanoCpus = 1e9;

    // PostgreSQL's parallel queries need more shared memory than the default of 64 MiB. It holds no data.
    private const long SharedMemory = 256L << 20;

    public static void Apply(CreateContainerParameters parameters, ServerLimits limits)
    {
        var host = parameters.HostConfig ??= new HostConfig();
        // Some of these servers have no password, so they must not be reachable from elsewhere.
        foreach (var binding in host.PortBindings?.Values.SelectMany(b => b) ?? [])
            binding.HostIP = Loopback;

        host.ShmSize = SharedMemory;
        host.NanoCPUs = limits.Cpus is { } cpus ? (long)Math.Round(cpus * NanoCpus) : 0;
        host.Memory = limits.MemoryBytes ?? 0;
        // The same value: with swap, memory would be backed by the measured disk.
        host.MemorySwap = limits.MemoryBytes ?? 0;
    }

    /// <summary>The limits that the engine reports as in force.</summary>
    public static ServerLimits Limits(HostConfig? host) => new()
    {
        Cpus = host is { NanoCPUs: > 0 } ? host.NanoCPUs / NanoCpus : null,
        MemoryBytes = host is { Memory: > 0 } ? host.Memory : null,
    };
}
