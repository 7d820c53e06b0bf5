namespace EventSourcingBench.LoadTests.Targets;

/// <summary>Starts the API in a separate process, on a free port, with one store.</summary>
internal static class ApiProcess
{
    /// <summary>Starts it on a place of the data, which stays at its end or is dropped.</summary>
    /// <exception cref="StoreFailureException">It ended or did not serve in time; the message has its own words.</exception>
    public static async Task<ServingProcess> StartAsync(StoreTarget target, string ns, bool keep, CancellationToken cancellationToken)
    {
        using var pinning = CpuAffinity.PinChildren(target.ApiCpus);
        return await ServingProcess.StartAsync(
            "The API",
            typeof(Api.ApiHost).Assembly,
            Arguments(target, ns, keep),
            target.Server is { } server
                ? new Dictionary<string, string?>(StringComparer.Ordinal)
                {
                    [EnvironmentProvisioner.Variable(server.Kind)] = server.ConnectionString,
                }
                : [],
            words => new StoreFailureException(words),
            cancellationToken);
    }

    public static Task<ServingProcess> StartAsync(StoreTarget target, CancellationToken cancellationToken) =>
        StartAsync(target, RunNamespace.Create(TimeProvider.System), target.Keep, cancellationToken);

    // Its last words are shown to users when it does not start: --quiet, its errors and nothing else.
    private static IEnumerable<string> Arguments(StoreTarget target, string ns, bool keep) =>
    [
        "--store", target.Name, "--allow-reset", "--quiet", "--namespace", ns, "--data-folder", target.DataFolder,
        "--urls", $"http://{(target.ApiAddress.Contains(':', StringComparison.Ordinal) ? $"[{target.ApiAddress}]" : target.ApiAddress)}:0",
        "--passivate-after", string.Create(CultureInfo.InvariantCulture, $"{target.Reservations.IdleTime.TotalMilliseconds}ms"),
        "--max-active-shows", target.Reservations.MaxActive.ToString(CultureInfo.InvariantCulture),
        .. target.OwnOptions.SelectMany(o => new[] { "--store-option", $"{o.Key}={o.Value}" }),
        .. target.PluginFolders.SelectMany(f => new[] { "--plugin-folder", f }),
        .. keep ? (string[])["--keep"] : [],
    ];
}
