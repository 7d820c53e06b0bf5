using DotNet.Testcontainers.Containers;
using DotNet.Testcontainers.Volumes;

namespace EventSourcingBench.Servers.Testcontainers;

/// <summary>A server in a container. Disposing removes the container and its data volume.</summary>
internal sealed class ContainerServer(IContainer container, IVolume volume, Action<string>? onProgress) : ProvisionedServer
{
    public override ValueTask DisposeAsync() => ContainerStart.RemoveAsync(container, volume, onProgress);
}
