using System.Diagnostics;

namespace EventSourcingBench.Hosting;

/// <summary>
/// Finds out in one restore which plug-ins the NuGet source lacks packages for. A failing build of each, one after
/// another, would cost seconds.
/// </summary>
internal sealed class PackageTrial(PluginBuilderOptions options)
{
    private const string Marker = "<NeedsFullNuGetSource>true<";

    /// <summary>Whether it may lack packages and nothing is known of it yet.</summary>
    public bool IsOpen(PluginLocation plugin) => plugin.ProjectFile is not null
        && !PluginSources.Of(plugin).IsFresh()
        && File.ReadAllText(plugin.ProjectFile).Contains(Marker, StringComparison.Ordinal)
        && new FailedRestore(plugin, options).Recall() is null;

    /// <summary>Restores all that are open and remembers those whose packages are missing. Any other error shows when one is built.</summary>
    public async Task RunAsync(IReadOnlyList<PluginLocation> plugins, CancellationToken cancellationToken)
    {
        var open = plugins.Where(IsOpen).ToList();
        if (open.Count == 0)
        {
            return;
        }

        await using var turn = await BuildLock.TakeAsync(open[0], options.OnProgress, cancellationToken);
        // Another process may have found out while this one waited.
        open = open.Where(IsOpen).ToList();
        if (open.Count == 0)
        {
            return;
        }

        options.OnProgress?.Invoke($"looking for the packages of {string.Join(", ", open.Select(p => p.Name))}");
        var result = await ChildCommand.RunAsync(Restore(open), options.Limit, cancellationToken);
        foreach (var plugin in open.Where(_ => result is not null))
        {
            var own = result!.Output.Where(l => l.TrimStart().StartsWith(plugin.ProjectFile!, StringComparison.Ordinal)).ToList();
            if (new BuildOutput(own).MissingPackages(plugin) is { } missing)
            {
                new FailedRestore(plugin, options).Remember(missing);
            }
        }
    }

    // NuGet's own property for restoring several projects as one graph; the quotes keep the list one value.
    // One node: a few projects are evaluated sooner than a second process of MSBuild has started.
    private ProcessStartInfo Restore(List<PluginLocation> plugins) => PluginBuilder.Start(
        options,
        plugins[0],
        "msbuild", plugins[0].ProjectFile!, "-t:Restore", $"-p:RestoreGraphProjectInput=\"{string.Join(';', plugins.Select(p => p.ProjectFile))}\"",
        "-nologo", "-v:quiet", "-clp:NoSummary", "-nodeReuse:false", "-m:1");
}
