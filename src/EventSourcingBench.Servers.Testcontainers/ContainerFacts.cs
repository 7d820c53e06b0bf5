using Docker.DotNet;
using DotNet.Testcontainers.Containers;

namespace EventSourcingBench.Servers.Testcontainers;

/// <summary>A running container for the run record, and its main process if it is visible on this machine.</summary>
internal sealed record ContainerFacts(ServerContainer Container, int? ProcessId)
{
    /// <exception cref="StoreUnavailableException">The data is in memory, so durability cannot be measured.</exception>
    public static async Task<ContainerFacts> ReadAsync(
        DockerClient client, IContainer container, ContainerSpec spec, CancellationToken cancellationToken)
    {
        var inspected = await client.Containers.InspectContainerAsync(container.Id, cancellationToken);
        var image = await client.Images.InspectImageAsync(inspected.Image, cancellationToken);
        var fileSystem = await FileSystemAsync(container, spec.DataFolder, cancellationToken);
        if (fileSystem is "tmpfs" or "ramfs")
        {
            throw new StoreUnavailableException(
                $"The Docker engine keeps its volumes in memory ({fileSystem}). Give it a data folder on a disk.");
        }

        return new ContainerFacts(
            new ServerContainer(spec.Image, image.ID)
            {
                ImageDigest = image.RepoDigests?.FirstOrDefault(),
                Limits = ContainerParameters.Limits(inspected.HostConfig),
                DataFileSystem = fileSystem,
            },
            VisibleProcess(inspected.State?.Pid ?? 0, container.Id));
    }

    private static async Task<string?> FileSystemAsync(IContainer container, string folder, CancellationToken cancellationToken)
    {
        try
        {
            var result = await container.ExecAsync(["stat", "-f", "-c", "%T", folder], cancellationToken);
            return result.ExitCode == 0 ? result.Stdout.Trim() : null;
        }
        catch (DockerApiException)
        {
            // The image has no shell or no df.
            return null;
        }
    }

    // The engine may run in a virtual machine (Docker Desktop), whose process ids mean other processes here.
    private static int? VisibleProcess(long processId, string containerId)
    {
        var file = $"/proc/{processId}/cgroup";
        try
        {
            return processId > 0 && File.Exists(file) && File.ReadAllText(file).Contains(containerId, StringComparison.Ordinal)
                ? (int)processId
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
