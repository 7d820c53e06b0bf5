using System.Net;
using System.Security.Cryptography;
using DotNet.Testcontainers.Builders;
using DotNet.Testcontainers.Containers;
using DotNet.Testcontainers.Volumes;
using Microsoft.Extensions.Logging.Abstractions;

namespace EventSourcingBench.Servers.Testcontainers;

/// <summary>Starts one container and waits until its server accepts appends.</summary>
internal static class ContainerStart
{
    private const int PasswordLength = 32;
    private const int ShownLines = 5;
    private static readonly TimeSpan ReadyLimit = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan ConnectLimit = TimeSpan.FromSeconds(5);

    /// <exception cref="StoreUnavailableException">The container did not start. The message has its output.</exception>
    public static async Task<ProvisionedServer> RunAsync(
        IDockerEndpointAuthenticationConfiguration endpoint, ContainerSpec spec, ServerRequest request, CancellationToken cancellationToken)
    {
        var password = RandomNumberGenerator.GetHexString(PasswordLength, lowercase: true);
        using var client = endpoint.GetDockerClientBuilder().Build();
        IVolume? volume = null;
        IContainer? container = null;
        try
        {
            await SayIfPulledAsync(client, spec, request, cancellationToken);
            volume = new VolumeBuilder()
                .WithDockerEndpoint(endpoint)
                .WithLogger(NullLogger.Instance)
                .WithName($"eventsourcingbench-{request.Kind.Name}-{RandomNumberGenerator.GetHexString(12, lowercase: true)}")
                .Build();
            container = Container(spec, endpoint, volume, request.Limits, password);
            await container.StartAsync(cancellationToken);
            var port = container.GetMappedPublicPort(spec.Port);
            await RequireLoopbackAsync(port, cancellationToken);
            var (facts, processId) = await InspectAsync(client, container, spec, cancellationToken);
            return new ContainerServer(container, volume, request.OnProgress)
            {
                Kind = request.Kind.Name,
                ConnectionString = spec.ConnectionString(port, password),
                Origin = $"docker {facts.ImageDigest ?? $"{spec.Image} ({facts.ImageId})"}",
                ProcessId = processId,
                Container = facts,
            };
        }
        catch (Exception e)
        {
            // The output is lost once the container is removed.
            var lastWords = e is OperationCanceledException ? "" : await LastWordsAsync(container);
            await RemoveAsync(container, volume, request.OnProgress);
            if (e is StoreUnavailableException || cancellationToken.IsCancellationRequested || !IsOfTheEngine(e))
                throw;

            throw new StoreUnavailableException($"The container of {spec.Image} did not start: {Words.Of(e)}{lastWords}", e);
        }
    }

    /// <summary>Removes container and volume. A failure is reported, and does not fail the run.</summary>
    public static async ValueTask RemoveAsync(IContainer? container, IVolume? volume, Action<string>? onProgress)
    {
        foreach (var (resource, what) in new (IAsyncDisposable?, string)[] { (container, "container"), (volume, "volume") })
        {
            try
            {
                await (resource?.DisposeAsync() ?? ValueTask.CompletedTask);
            }
            catch (Exception e) when (IsOfTheEngine(e))
            {
                onProgress?.Invoke($"the {what} of a server could not be removed: {Words.Of(e)}");
            }
        }
    }

    private static IContainer Container(
        ContainerSpec spec, IDockerEndpointAuthenticationConfiguration endpoint, IVolume volume, ServerLimits limits, string password) =>
        new ContainerBuilder(spec.Image)
            .WithDockerEndpoint(endpoint)
            // Testcontainers' default logger writes to standard output, which is the API's protocol with its runner.
            .WithLogger(NullLogger.Instance)
            .WithPortBinding(spec.Port, assignRandomHostPort: true)
            .WithVolumeMount(volume, spec.DataFolder)
            .WithEnvironment(Environment(spec, password))
            .WithCommand([.. spec.Command])
            .WithCreateParameterModifier(parameters => ContainerParameters.Apply(parameters, limits))
            .WithWaitStrategy(UntilReady(spec))
            .Build();

    internal static IReadOnlyDictionary<string, string> Environment(ContainerSpec spec, string password) =>
        spec.PasswordVariable is { } variable
            ? new Dictionary<string, string>(spec.Environment, StringComparer.Ordinal) { [variable] = password }
            : spec.Environment;

    private static IWaitForContainerOS UntilReady(ContainerSpec spec)
    {
        var wait = Wait.ForUnixContainer();
        return spec.ReadyCommand.Count > 0
            ? wait.UntilCommandIsCompleted([.. spec.ReadyCommand], Patiently)
            : wait.UntilMessageIsLogged(spec.ReadyLine, Patiently);

        static void Patiently(IWaitStrategy strategy) => strategy.WithTimeout(ReadyLimit).WithInterval(Poll);
    }

    private static async Task SayIfPulledAsync(
        DockerClient client, ContainerSpec spec, ServerRequest request, CancellationToken cancellationToken)
    {
        try
        {
            await client.Images.InspectImageAsync(spec.Image, cancellationToken);
        }
        catch (DockerImageNotFoundException)
        {
            request.OnProgress?.Invoke($"{request.Kind.Name}: pulling {spec.Image}");
        }
    }

    // In a container with the engine's socket, this machine's loopback is not the engine's.
    private static async Task RequireLoopbackAsync(int port, CancellationToken cancellationToken)
    {
        using var client = new TcpClient();
        try
        {
            await client.ConnectAsync(IPAddress.Loopback, port, cancellationToken).AsTask().WaitAsync(ConnectLimit, cancellationToken);
        }
        catch (Exception e) when (e is SocketException or TimeoutException)
        {
            throw new StoreUnavailableException(
                $"The server runs, but 127.0.0.1:{port} does not reach it: the Docker engine is not on this machine's loopback. "
                + "Run outside of a container, or start the servers with docker compose (docker/README.md).",
                e);
        }
    }

    /// <summary>The running container for the run record, and its main process if it is visible on this machine.</summary>
    /// <exception cref="StoreUnavailableException">The data is in memory, so durability cannot be measured.</exception>
    private static async Task<(ServerContainer Container, int? ProcessId)> InspectAsync(
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

        var facts = new ServerContainer(spec.Image, image.ID)
        {
            ImageDigest = image.RepoDigests?.FirstOrDefault(),
            Limits = ContainerParameters.Limits(inspected.HostConfig),
            DataFileSystem = fileSystem,
        };
        return (facts, VisibleProcess(inspected.State?.Pid ?? 0, container.Id));
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
            // The image has no stat.
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

    private static async Task<string> LastWordsAsync(IContainer? container)
    {
        try
        {
            var (output, errors) = container is { State: not TestcontainersStates.Undefined }
                ? await container.GetLogsAsync(timestampsEnabled: false)
                : ("", "");
            var lines = $"{output}\n{errors}".Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
            return lines.Length == 0 ? "" : $" Its last output: {Words.Shorten(string.Join(' ', lines.TakeLast(ShownLines)))}";
        }
        catch (Exception e) when (IsOfTheEngine(e))
        {
            // There is no container to query.
            return "";
        }
    }

    private static bool IsOfTheEngine(Exception exception) => exception is DockerApiException or HttpRequestException or IOException
        or SocketException or TimeoutException or OperationCanceledException or InvalidOperationException or ContainerNotRunningException
        or ResourceReaperException or ExecFailedException or RetryLimitExceededException or DockerUnavailableException
        or ArgumentException;
}

/// <summary>A server in a container. Disposing removes the container and its data volume.</summary>
internal sealed class ContainerServer(IContainer container, IVolume volume, Action<string>? onProgress) : ProvisionedServer
{
    public override ValueTask DisposeAsync() => ContainerStart.RemoveAsync(container, volume, onProgress);
}
