using System.Reflection;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>Has a plug-in built if need be, and loads it, or says why it cannot run here.</summary>
internal sealed class PluginActivator(PluginBuilder? builder)
{
    public async Task<(T? Instance, Unavailable? Unavailable)> ActivateAsync<T>(PluginLocation plugin, CancellationToken cancellationToken)
        where T : class
    {
        if (plugin.ProjectFile is not null && builder is not null
            && await builder.EnsureBuiltAsync(plugin, cancellationToken) is { } notBuilt)
        {
            return (null, notBuilt);
        }

        if (!plugin.IsBuilt)
        {
            return (null, NotBuilt(plugin));
        }

        try
        {
            return (PluginLoader.Load<T>(plugin.OutputFolder, plugin.Manifest.Assembly), null);
        }
        catch (Exception e) when (e is TargetInvocationException or TypeLoadException or MissingMemberException or IOException
            or BadImageFormatException or ReflectionTypeLoadException)
        {
            var cause = e is TargetInvocationException { InnerException: { } inner } ? inner : e;
            return (null, new Unavailable(
                $"{plugin.Name} is built but cannot run here: {cause.Message.ReplaceLineEndings(" ")}",
                $"Remove {plugin.OutputFolder} and run again, so that it is built anew."));
        }
    }

    private static Unavailable NotBuilt(PluginLocation plugin)
    {
        var fix = plugin.ProjectFile is null
            ? $"Publish it to {plugin.OutputFolder}."
            : $"Build it: dotnet build {plugin.ProjectFile} -c {Path.GetFileName(Path.GetDirectoryName(plugin.OutputFolder))}";
        return new Unavailable($"{plugin.Name} is not built.", fix);
    }
}
