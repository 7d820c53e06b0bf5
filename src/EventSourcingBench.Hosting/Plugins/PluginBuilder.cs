using System.Diagnostics;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>
/// Builds a plug-in that is not built or older than its sources. Safe for several processes at once: one builds, the
/// others wait and take its output.
/// </summary>
/// <param name="options">How to build.</param>
public sealed class PluginBuilder(PluginBuilderOptions options)
{
    // What an outer dotnet command leaves in the environment would lead the inner one to the outer one's tools.
    private static readonly string[] OuterBuild = ["MSBuildSDKsPath", "MSBuildExtensionsPath", "MSBUILD_EXE_PATH", "MSBuildLoadMicrosoftTargetsReadOnly"];
    private static readonly TimeSpan VersionLimit = TimeSpan.FromSeconds(20);

    /// <summary>
    /// Where it is not known whether the NuGet source has the packages of a wanted plug-in: tries all plug-ins at once, so
    /// that those that cannot be built are known without a build of each.
    /// </summary>
    /// <param name="wanted">The plug-ins that will be asked for.</param>
    /// <param name="all">Those and all others: they cost hardly more, and may be asked for next.</param>
    /// <param name="cancellationToken">Ends the trial.</param>
    public async Task TryPackagesAsync(
        IReadOnlyList<PluginLocation> wanted, IReadOnlyList<PluginLocation> all, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(wanted);
        var trial = new PackageTrial(options);
        if (!wanted.Any(trial.IsOpen))
        {
            return;
        }

        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        ending.CancelAfter(options.Limit);
        try
        {
            await trial.RunAsync(all, ending.Token);
        }
        catch (Exception e) when (e is OperationCanceledException or TimeoutException && !cancellationToken.IsCancellationRequested)
        {
            // It took too long: what is wrong is said by the build of each.
            options.OnProgress?.Invoke($"the packages of plug-ins were not found out within {options.Limit.TotalMinutes:0.#} minutes");
        }
        catch (UnauthorizedAccessException)
        {
            // This user may not build here: that is said for each plug-in that is missing.
        }
    }

    /// <summary>Makes sure that the plug-in's output is there and no older than its sources.</summary>
    /// <param name="plugin">A plug-in with a project.</param>
    /// <param name="cancellationToken">Ends the build.</param>
    /// <returns>Null when it is; else why it cannot be built here.</returns>
    /// <exception cref="UserException">It does not compile, or its restore fails otherwise than for a missing package.</exception>
    public async Task<Unavailable?> EnsureBuiltAsync(PluginLocation plugin, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(plugin);
        var sources = PluginSources.Of(plugin);
        if (sources.IsFresh())
        {
            return null;
        }

        var failed = new FailedRestore(plugin, options);
        if (failed.Recall() is { } remembered)
        {
            return remembered;
        }

        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        ending.CancelAfter(options.Limit);
        try
        {
            await using var turn = await BuildLock.TakeAsync(plugin, options.OnProgress, ending.Token);
            if (sources.IsFresh())
            {
                return null;
            }

            return failed.Recall() ?? await BuildAsync(plugin, sources, failed, ending.Token);
        }
        catch (UnauthorizedAccessException)
        {
            return new Unavailable(
                $"{plugin.Name} is not built, and this user may not write to {sources.StateFolder}.",
                $"Build it as the user who owns that folder: dotnet build {plugin.ProjectFile} -c {options.Configuration}");
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return new Unavailable(
                $"{plugin.Name} was not built within {options.Limit.TotalMinutes:0.#} minutes.",
                $"Build it yourself: dotnet build {plugin.ProjectFile} -c {options.Configuration}");
        }
    }

    private async Task<Unavailable?> BuildAsync(PluginLocation plugin, PluginSources sources, FailedRestore failed, CancellationToken cancellationToken)
    {
        if (await Run(plugin, VersionLimit, ["--version"], cancellationToken) is not { ExitCode: 0 })
        {
            return new Unavailable(
                $"{plugin.Name} is not built and there is no .NET SDK on this machine to build it.",
                "Install the .NET SDK that global.json asks for: https://dotnet.microsoft.com/download");
        }

        options.OnProgress?.Invoke($"building {plugin.Name}");
        // No compiler server and no build node may outlive the run.
        var arguments = new[]
        {
            "build", plugin.ProjectFile!, "-c", options.Configuration, "--nologo", "-v:quiet", "-clp:NoSummary", "-nodeReuse:false",
            "-p:UseSharedCompilation=false",
        };
        var result = await Run(plugin, options.Limit, arguments, cancellationToken);
        if (result is { ExitCode: 0 } && plugin.IsBuilt)
        {
            sources.MarkBuilt();
            return null;
        }

        if (result is { ExitCode: 0 })
        {
            throw new UserException(
                $"{plugin.Name} builds, but not to {plugin.OutputFolder}, where it is looked for. "
                + "Let its project import eng/Plugin.props as it is, or name the folder that it is built to.");
        }

        var output = new BuildOutput(result?.Output ?? []);
        if (output.MissingPackages(plugin) is { } missing)
        {
            failed.Remember(missing);
            return missing;
        }

        return output.SourceUnreachable(plugin) ?? throw new UserException(output.Complaint(plugin));
    }

    internal static ProcessStartInfo Start(PluginBuilderOptions options, PluginLocation plugin, params string[] arguments)
    {
        var start = new ProcessStartInfo(options.Dotnet, arguments) { WorkingDirectory = Path.GetDirectoryName(plugin.ProjectFile) };
        foreach (var name in OuterBuild)
        {
            start.Environment.Remove(name);
        }

        start.Environment["DOTNET_CLI_UI_LANGUAGE"] = "en";
        start.Environment["DOTNET_NOLOGO"] = "1";
        return start;
    }

    private Task<CommandResult?> Run(PluginLocation plugin, TimeSpan limit, string[] arguments, CancellationToken cancellationToken) =>
        ChildCommand.RunAsync(Start(options, plugin, arguments), limit, cancellationToken);
}
