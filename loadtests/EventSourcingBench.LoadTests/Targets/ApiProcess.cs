using System.Globalization;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.LoadTests;

/// <summary>The API in a process of its own, on a free loopback port, with one store.</summary>
internal sealed class ApiProcess : IAsyncDisposable
{
    private const string ReadyPrefix = "listening on ";
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);

    private readonly SupervisedProcess _process;

    private ApiProcess(SupervisedProcess process, Uri address)
    {
        _process = process;
        Address = address;
    }

    /// <summary>Where it listens.</summary>
    public Uri Address { get; }

    /// <summary>Its process.</summary>
    public int ProcessId => _process.ProcessId;

    /// <summary>False when it has ended by itself.</summary>
    public bool IsRunning => !_process.Exited.IsCompleted;

    /// <summary>Starts it and waits until it serves.</summary>
    /// <param name="target">The store.</param>
    /// <param name="ns">Where its data is.</param>
    /// <param name="keep">Whether the data stays when it ends.</param>
    /// <param name="cancellationToken">Ends the starting.</param>
    /// <exception cref="StoreFailureException">It ended or did not serve in time; the message has its own words.</exception>
    public static async Task<ApiProcess> StartAsync(StoreTarget target, string ns, bool keep, CancellationToken cancellationToken)
    {
        var ready = new TaskCompletionSource<Uri>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var pinning = CpuAffinity.PinChildren(target.ApiCpus);
        var process = await SupervisedProcess.StartAsync(
            new SupervisedProcessOptions
            {
                FileName = Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet",
                Arguments = [typeof(Api.ApiHost).Assembly.Location, .. Arguments(target, ns, keep)],
                Environment = Variables(target),
                OnOutput = line => Read(line, ready),
            },
            cancellationToken);
        var started = await Task.WhenAny(ready.Task, process.Exited, Task.Delay(StartLimit, cancellationToken));
        if (started == ready.Task)
        {
            return new ApiProcess(process, await ready.Task);
        }

        var end = process.ExitCode is { } code
            ? string.Create(CultureInfo.InvariantCulture, $"The API ended with exit code {code} before it served.")
            : string.Create(CultureInfo.InvariantCulture, $"The API did not serve within {StartLimit.TotalSeconds:0} s.");
        var words = string.Join(Environment.NewLine, process.LastErrors);
        await process.DisposeAsync();
        cancellationToken.ThrowIfCancellationRequested();
        // What the API itself says of it is the better reason.
        throw new StoreFailureException(words.Length > 0 ? words : end);
    }

    /// <summary>Starts one alone, in a new place for its data.</summary>
    /// <inheritdoc cref="StartAsync(StoreTarget, string, bool, CancellationToken)"/>
    public static Task<ApiProcess> StartAsync(StoreTarget target, CancellationToken cancellationToken) =>
        StartAsync(target, RunNamespace.Create(TimeProvider.System), target.Keep, cancellationToken);

    /// <summary>Kills it as a crash would.</summary>
    public void Kill() => _process.Kill();

    public ValueTask DisposeAsync() => _process.DisposeAsync();

    private static IEnumerable<string> Arguments(StoreTarget target, string ns, bool keep)
    {
        yield return "--store";
        yield return target.Name;
        yield return "--urls";
        yield return target.ApiAddress.Contains(':', StringComparison.Ordinal) ? $"http://[{target.ApiAddress}]:0" : $"http://{target.ApiAddress}:0";
        yield return "--allow-reset";
        // Its last words are told to users when it does not start: its errors and nothing else.
        yield return "--quiet";
        yield return "--data-folder";
        yield return target.DataFolder;
        foreach (var (key, value) in target.OwnOptions)
        {
            yield return "--store-option";
            yield return $"{key}={value}";
        }

        foreach (var folder in target.PluginFolders)
        {
            yield return "--plugin-folder";
            yield return folder;
        }

        yield return "--passivate-after";
        yield return string.Create(CultureInfo.InvariantCulture, $"{target.Reservations.IdleTime.TotalMilliseconds}ms");
        yield return "--max-active-shows";
        yield return target.Reservations.MaxActive.ToString(CultureInfo.InvariantCulture);
        yield return "--namespace";
        yield return ns;
        if (keep)
        {
            yield return "--keep";
        }
    }

    private static Dictionary<string, string?> Variables(StoreTarget target) => target.Server is { } server
        ? new(StringComparer.Ordinal) { [EnvironmentProvisioner.Variable(server.Kind)] = server.ConnectionString }
        : [];

    private static void Read(string line, TaskCompletionSource<Uri> ready)
    {
        if (line.StartsWith(ReadyPrefix, StringComparison.Ordinal))
        {
            ready.TrySetResult(new Uri(line[ReadyPrefix.Length..]));
        }
    }
}
