namespace EventSourcingBench.LoadTests.Targets;

/// <summary>The API in a separate process, on a free loopback port, with one store.</summary>
internal sealed class ApiProcess : IAsyncDisposable
{
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
    /// <exception cref="StoreFailureException">It ended or did not serve in time; the message has its own words.</exception>
    public static async Task<ApiProcess> StartAsync(StoreTarget target, string ns, bool keep, CancellationToken cancellationToken)
    {
        using var pinning = CpuAffinity.PinChildren(target.ApiCpus);
        var (process, address) = await ServingProcess.StartAsync(
            "The API",
            typeof(Api.ApiHost).Assembly,
            Arguments(target, ns, keep),
            Variables(target),
            words => new StoreFailureException(words),
            cancellationToken);
        return new ApiProcess(process, address);
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
        // Its last words are shown to users when it does not start: its errors and nothing else.
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
}
