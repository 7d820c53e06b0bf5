using System.Reflection;

namespace EventSourcingBench.Hosting.Plugins;

/// <summary>Loads a plug-in, or says why it cannot run here.</summary>
internal static class PluginActivator
{
    public static (T? Instance, Unavailable? Unavailable) Activate<T>(PluginLocation plugin)
        where T : class
    {
        if (WhyNot(plugin) is { } unavailable)
        {
            return (null, unavailable);
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
                $"Remove {plugin.OutputFolder} and build again."));
        }
    }

    private static Unavailable? WhyNot(PluginLocation plugin)
    {
        if (plugin.LeftOut is { } reason)
        {
            return new Unavailable(
                $"{plugin.Name} was left out of the build: {reason}.",
                "Configure a NuGet source that has what is missing, such as nuget.org, and build again.");
        }

        if (plugin.IsBuilt)
        {
            return null;
        }

        if (Directory.Exists(plugin.OutputFolder)
            && Directory.EnumerateFiles(plugin.OutputFolder, "*.deps.json").FirstOrDefault() is { } built)
        {
            var assembly = Path.GetFileName(built)[..^".deps.json".Length];
            return new Unavailable(
                $"{plugin.Name} is built as {assembly}.dll, but its {PluginManifest.FileName} names the assembly "
                + $"'{plugin.Manifest.Assembly}'.",
                $"Set \"assembly\": \"{assembly}\" in {PluginManifest.FileName}.");
        }

        return new Unavailable(
            $"{plugin.Name} is not built.",
            plugin.ProjectFile is null
                ? $"Publish it to {plugin.OutputFolder}."
                : $"Build it: dotnet build {plugin.ProjectFile} -c {Path.GetFileName(Path.GetDirectoryName(plugin.OutputFolder))}");
    }
}
