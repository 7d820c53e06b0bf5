namespace EventSourcingBench.LoadTests.Run;

/// <summary>Which stores run, or which profiles of them, and which cannot and why.</summary>
internal sealed record StoreSelection(IReadOnlyList<CatalogEntry<StoreDefinition>> Chosen, IReadOnlyList<UnavailableRecord> Unavailable)
{
    /// <summary>Looks each store up, and asks whether its server can be had; starts nothing.</summary>
    public static async Task<StoreSelection> MakeAsync(
        Catalog<StoreDefinition> catalog, RunSettings settings, bool asksNodes, ServerPool servers)
    {
        var (suites, named, apiHosts) = (settings.Suites, settings.Stores, settings.ApiHosts);
        if (named is [])
        {
            throw new UserException(
                $"--stores names no store. Valid are {string.Join(", ", catalog.Names.Order(StringComparer.Ordinal))}.");
        }

        // Without a number of nodes a store that can have several is the same as its single-node form: it runs only where it is named.
        var candidates = named?.Select(catalog.Find).ToList()
            ?? catalog.Entries.Where(e => IsAsked(e) && (e.Offered is not { Replicated: true } || asksNodes));
        if (candidates.FirstOrDefault(e => !IsAsked(e)) is { } unsuited)
        {
            throw new UserException(
                $"{unsuited.Name} cannot run {string.Join(" and ", suites.Select(s => s.Name))}. "
                + $"Suites for {unsuited.Name}: {SuitesFor(unsuited.Model)}.");
        }

        var (chosen, unavailable) = (new List<CatalogEntry<StoreDefinition>>(), new List<UnavailableRecord>());
        foreach (var entry in candidates)
        {
            if (entry.Server is { } own && apiHosts.ContainsKey(entry.Name) && !settings.GivesServer(own))
            {
                throw new UserException(
                    $"{entry.Name} is read back from the server that its API (--api-hosts) uses: put the connection string of that server "
                    + $"into {EnvironmentProvisioner.Variable(own)}, and leave --servers at {ServerPool.Auto} or "
                    + $"{EnvironmentProvisioner.ProvisionerName}, without --server-cpus and --server-memory.");
            }

            var reason = entry.Unavailable ?? (entry.Server is { } kind ? await servers.CheckAsync(kind) : null);
            // An API elsewhere has the store in one way of use.
            if (reason is null)
            {
                var compares = entry.Profiles.Count > 1 && suites.Any(s => s.IsMain) && !apiHosts.ContainsKey(entry.Name);
                chosen.AddRange(compares ? entry.Profiles : [entry]);
            }
            else
            {
                unavailable.Add(new UnavailableRecord(entry.Name, reason.Reason, reason.Fix));
            }
        }

        var all = chosen.Select(e => e.Name).Concat(unavailable.Select(u => u.Name)).ToList();
        if (all.GroupBy(n => n, StringComparer.Ordinal).FirstOrDefault(g => g.Count() > 1) is { } twice)
            throw new UserException($"--stores names {twice.Key} twice.");

        if (apiHosts.Keys.Except(all).FirstOrDefault() is { } idle)
            throw new UserException($"--api-hosts names {idle}, which is not among the stores of this run: {string.Join(", ", all)}.");

        return new StoreSelection(chosen, unavailable);

        bool IsAsked(CatalogEntry<StoreDefinition> entry) => suites.Any(s => s.Asks(entry.Model, settings.Via));
    }

    // What a store can do besides is known only when it is open: a suite that needs more is named with its condition.
    private static string SuitesFor(StoreModel model) => string.Join(
        "; ",
        SuiteCatalog.All.Where(s => s.Asks(model, Via.Direct)).GroupBy(s => s.Models.Contains(model) ? s.Requires : "--via direct")
        .Select(group => string.Join(", ", group.Select(s => s.Name)) + (group.Key is { } condition ? $" (only with {condition})" : "")));
}
