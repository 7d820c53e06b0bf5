using BenchmarkDotNet.ConsoleArguments;
using BenchmarkDotNet.ConsoleArguments.ListBenchmarks;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace EventSourcingBench.Benchmarks.Run;

internal sealed class BenchmarkRun(RunSettings settings, Action<string> say)
{
    public static IReadOnlyList<Type> Types { get; } =
    [
        typeof(LoadStream), typeof(ReadStream), typeof(LoadWithSnapshot), typeof(WriteStream), typeof(CatchUp), typeof(Serialise),
        typeof(Deserialise),
    ];

    /// <returns>Whether every benchmark succeeded and every store that was named could run.</returns>
    /// <exception cref="UserException">An option is invalid, or no benchmark is left to run.</exception>
    /// <exception cref="Abstractions.StoreUnavailableException">A server that was found cannot be used.</exception>
    public async Task<bool> RunAsync(CancellationToken cancellationToken)
    {
        using var work = RunWorkFolder.Create();
        await using var pool = Pool(work);
        var selection = await StoreSelection.MakeAsync(settings, pool, cancellationToken);
        selection.Unavailable.ToList().ForEach(say);
        StoreOpener.CheckOptions(selection.Chosen, settings.StoreOptions);
        Choice.Current = new Choice(
            [.. selection.Chosen.Select(c => c.Name)], settings.Counts ?? settings.Profile.Counts,
            settings.Sizes ?? settings.Profile.Sizes);

        var output = OutputFolder();
        var infos = Infos(RecommendedConfig.Create(settings, await VersionsAsync(selection, cancellationToken), output));
        var session = NewSession(work);
        await using var servers = new PreparedServers(pool);
        foreach (var entry in selection.Chosen.Where(c => infos.Exists(i => i.BenchmarksCases.Any(b => IsOf(b, c.Name)))))
            await servers.OpenAsync(entry, session, settings.Keep, cancellationToken);

        session.Enter();
        var summaries = Measure(infos);
        Console.WriteLine();
        Console.WriteLine(Path.Combine(output, "results"));
        return !selection.NamedIsMissing
            && summaries.All(s => !s.HasCriticalValidationErrors && s.BenchmarksCases.All(b => s[b] is { Success: true }));
    }

    private ServerPool Pool(RunWorkFolder work) => new(new ServerPoolOptions
    {
        WorkFolder = work.Path,
        Mode = settings.Servers,
        Extra = Catalog.Provisioners(new CatalogOptions()).ForPool(),
        PluginFolders = settings.PluginFolders,
        OnProgress = say,
    });

    private async Task<IReadOnlyList<(string Version, string Folder)>> VersionsAsync(
        StoreSelection selection, CancellationToken cancellationToken)
    {
        if (settings.Versions is not { } versions)
            return [];

        var plugins = selection.Chosen.Select(c => c.Plugin!).DistinctBy(p => p.Name).ToList();
        if (plugins is not [var plugin])
        {
            throw new UserException(plugins.Count == 0
                ? $"No store that uses {versions.Package} can run here."
                : $"--versions measures the stores of one plug-in at a time; {versions.Package} is used by "
                    + $"{string.Join(" and ", plugins.Select(p => p.Name))}. Name one by --stores.");
        }

        if (settings.Profile == Profile.Smoke)
            throw new UserException("--versions needs a process per version; the profile smoke runs in one process. Use --profile quick.");

        var folders = new List<(string, string)>();
        foreach (var version in versions.Versions)
            folders.Add((version, await VersionedPlugins.BuildAsync(plugin, versions.Package, version, say, cancellationToken)));

        return folders;
    }

    private List<BenchmarkRunInfo> Infos(ManualConfig recommended)
    {
        IConfig config = recommended;
        if (settings.Rest.Count > 0)
        {
            var (isGood, parsed, others) = ConfigParser.Parse([.. settings.Rest], NullLogger.Instance, recommended);
            if (others is { PrintInformation: true } || others is { ListBenchmarkCaseMode: not ListBenchmarkCaseMode.Disabled })
                throw new UserException("--list and --info of BenchmarkDotNet only print: use the command 'list', or leave them out.");

            config = isGood
                ? ManualConfig.Union(recommended, parsed)
                : throw new UserException(
                    $"Neither this command nor BenchmarkDotNet supports '{string.Join(' ', settings.Rest)}'. Valid here are "
                        + $"{string.Join(", ", RunOptions.Names.Order(StringComparer.Ordinal))}; "
                    + "for BenchmarkDotNet's options see https://benchmarkdotnet.org/articles/guides/console-args.html.");
        }

        var infos = Types.Select(t => BenchmarkConverter.TypeToBenchmarks(t, config)).Where(i => i.BenchmarksCases.Length > 0).ToList();
        if (infos.Count == 0)
        {
            throw new UserException(
                $"No benchmark has a name like {string.Join(" or ", settings.Filters)}. Use a part of a name with stars around "
                    + "it, such as '*LoadStream*' or '*LoadStream*sqlite*'; 'list' shows all names.");
        }

        if (settings.Counts is null && infos.Exists(i => i.Type == typeof(WriteStream))
            && Choice.Current.Counts.Any(c => c > Profile.MostSingleWrites))
        {
            say($"WriteStream.Single is left out above {Profile.MostSingleWrites} events; include it with --counts.");
        }

        return infos;
    }

    private Session NewSession(RunWorkFolder work)
    {
        var data = settings.Keep
            ? Path.Combine(RepositoryRoot ?? RunWorkFolder.DefaultBase(), "artifacts", "benchmark-data") : Path.Combine(work.Path, "data");
        return new Session(
            settings.Keep ? "esb_benchmarks" : RunNamespace.Create(TimeProvider.System), Directory.CreateDirectory(data).FullName,
            [.. settings.PluginFolders.Select(Path.GetFullPath)], settings.StoreOptions, settings.Pause);
    }

    // BenchmarkDotNet searches for the project from the current folder upwards.
    private static Summary[] Measure(List<BenchmarkRunInfo> infos)
    {
        var current = Environment.CurrentDirectory;
        Environment.CurrentDirectory = RepositoryRoot ?? current;
        try
        {
            return BenchmarkRunner.Run([.. infos]);
        }
        finally
        {
            Environment.CurrentDirectory = current;
        }
    }

    private static string? RepositoryRoot => PluginLocator.FindRepositoryRoot(AppContext.BaseDirectory);

    private string OutputFolder() => Path.GetFullPath(settings.Output ?? Path.Combine(
        RepositoryRoot ?? Environment.CurrentDirectory, "BenchmarkDotNet.Artifacts",
        FormattableString.Invariant($"{TimeProvider.System.GetUtcNow():yyyyMMdd'T'HHmmss'Z'}-{settings.Profile.Name}")));

    private static bool IsOf(BenchmarkCase @case, string store) =>
        @case.Parameters.Items.Any(p => p.Name == nameof(StoreBenchmark.Store) && Equals(p.Value, store));
}
