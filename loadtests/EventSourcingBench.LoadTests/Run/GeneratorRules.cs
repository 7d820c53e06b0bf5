namespace EventSourcingBench.LoadTests.Run;

internal static class GeneratorRules
{
    private const int Most = 64;

    /// <summary>Refuses workloads that generators in other processes cannot make.</summary>
    public static void Check(RunSettings settings, IEnumerable<Workload> workloads)
    {
        if (settings.HasGenerators && workloads.Any(w => w.Get(LoadParameters.KillNodeAt) is not null))
        {
            throw new UserException(
                $"{LoadParameters.KillNodeAt.Option} starts a node again at another address, which generators in other processes do not "
                + "know. Leave it out, or leave out --generators and --generator-hosts.");
        }
    }

    /// <summary>Refuses what cannot work, before anything is started.</summary>
    public static void Check(RunSettings settings)
    {
        if (settings.Generators is < 1 or > Most)
        {
            throw new UserException($"--generators {settings.Generators} is not valid: give 1 to {Most}.");
        }

        if (settings.ApiAddress is { } api)
        {
            GeneratorAddress.ParseApi(api);
        }

        if (!settings.HasGenerators)
        {
            return;
        }

        if (settings.Via == Via.Direct)
        {
            throw new UserException(
                "--via direct opens the store in the generator's own process, which several generators cannot share. Give --via http, or "
                + "leave out --generators.");
        }

        if (settings.Suites.FirstOrDefault(s => !s.HasEngine) is { } other)
        {
            var suites = string.Join(", ", SuiteCatalog.All.Where(s => s.HasEngine).Select(s => s.Name));
            throw new UserException(
                $"Several generators make loads for a time ({suites}). "
                + $"{other.Name} is bounded by a count. Leave out --generators and --generator-hosts.");
        }

        var addresses = settings.GeneratorHosts.Select(GeneratorAddress.Parse).ToList();
        if (addresses.GroupBy(a => a.Authority, StringComparer.Ordinal).FirstOrDefault(g => g.Count() > 1) is { } twice)
        {
            throw new UserException($"--generator-hosts names {twice.Key} twice.");
        }

        foreach (var address in addresses)
        {
            GeneratorToken.RequireFor(address.Host, GeneratorToken.Find());
        }

        if (settings.ApiAddress is null && addresses.Find(a => !a.IsLoopback) is { } elsewhere)
        {
            throw new UserException(
                $"The generator {elsewhere.Authority} must reach the API of the stores: give --api-address with an address of "
                + "this host that it reaches. "
                + "The API has no password and can be reset by anyone who reaches it: use a private network.");
        }
    }
}
