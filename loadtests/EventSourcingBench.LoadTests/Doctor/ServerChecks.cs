namespace EventSourcingBench.LoadTests.Doctor;

/// <summary>The settings of the servers that the environment names. Those that a run starts have the settings of their plug-in.</summary>
internal static class ServerChecks
{
    /// <summary>Opens a store on each, in a place of its data that is dropped again.</summary>
    public static async Task<IReadOnlyList<Diagnosis>> ExamineAsync(string folder, CancellationToken cancellationToken)
    {
        using var data = RunWorkFolder.Create(folder);
        await using var pool = new ServerPool(
            new ServerPoolOptions { WorkFolder = data.Path, Mode = EnvironmentProvisioner.ProvisionerName });
        var found = new List<Diagnosis>();
        foreach (var entry in Catalog.Stores(new CatalogOptions()).Entries
            .Where(e => e is { Unavailable: null, Server: not null }).DistinctBy(e => e.Server))
        {
            if (await pool.CheckAsync(entry.Server!, cancellationToken) is null)
                found.AddRange(await ExamineAsync(entry, pool, data.Path, cancellationToken));
        }

        return found;
    }

    private static async Task<IEnumerable<Diagnosis>> ExamineAsync(
        CatalogEntry<StoreDefinition> entry, ServerPool pool, string folder, CancellationToken cancellationToken)
    {
        try
        {
            var server = await pool.AcquireAsync(entry.Server!, cancellationToken: cancellationToken);
            await using var store = await StoreOpener.OpenAsync(
                entry, server, new Dictionary<string, string>(StringComparer.Ordinal), folder, RunNamespace.Create(TimeProvider.System),
                keep: false, cancellationToken);
            var description = await store.DescribeAsync(cancellationToken);
            var settings = description.Settings.Where(s => s.FromServer).ToList();
            return
            [
                new Diagnosis(
                    $"{entry.Server} server", Fitness.Good,
                    FormattableString.Invariant($"{description.ServerVersion}, {settings.Count} settings read: ")
                        + StoreTarget.Text(description.Durability)),
                .. settings.Where(s => s.Advice is not null)
                    .Select(s => new Diagnosis($"{entry.Server}: {s.Name}", Fitness.Doubtful, s.Value, s.Advice!)),
            ];
        }
        catch (Exception e) when (StoreFailureException.Is(e))
        {
            var why = Secrets.OfThisProcess.Redact(e.Message);
            return [new Diagnosis($"{entry.Server} server", Fitness.Unfit, why, "Start it, or correct the connection string.")];
        }
    }
}
