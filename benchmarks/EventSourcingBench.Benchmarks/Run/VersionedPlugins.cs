using System.Diagnostics;
using System.Xml.Linq;

namespace EventSourcingBench.Benchmarks.Run;

/// <summary>Builds a plug-in once per version of its client: BenchmarkDotNet's own feature replaces packages of this project.</summary>
internal static class VersionedPlugins
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);

    /// <summary>The packages that a plug-in's project refers to; empty for a plug-in without a project.</summary>
    public static IReadOnlyList<string> PackagesOf(PluginLocation plugin) => plugin.ProjectFile is { } project
        ? [.. XDocument.Load(project).Descendants("PackageReference").Select(r => r.Attribute("Include")?.Value).OfType<string>()]
        : [];

    /// <exception cref="UserException">The build with that version failed.</exception>
    public static async Task<string> BuildAsync(
        PluginLocation plugin, string package, string version, Action<string> say, CancellationToken cancellationToken)
    {
        var root = PluginLocator.FindRepositoryRoot(Path.GetDirectoryName(plugin.ProjectFile)!)
            ?? throw new UserException($"--versions builds plug-ins from source; {plugin.Name} has none.");
        var configuration = new PluginLocator().Configuration;
        var folder = Path.Combine(root, "artifacts", "plugins-by-version", $"{package}-{version}");
        say($"building {plugin.Name} with {package} {version}");
        string[] arguments =
        [
            "build", plugin.ProjectFile!, "-c", configuration, "--nologo", "-v:quiet", "-clp:NoSummary", "-nodeReuse:false",
            "-p:UseSharedCompilation=false", $"-p:OtherVersionOf={package}", $"-p:OtherVersion={version}",
            $"-p:PluginsFolder={folder}/", "--artifacts-path", Path.Combine(folder, "build"),
        ];
        var start = new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", arguments)
        { WorkingDirectory = root, Environment = { ["DOTNET_CLI_UI_LANGUAGE"] = "en" } };
        var result = await ChildCommand.RunAsync(start, Limit, cancellationToken)
            ?? throw new UserException("Building plug-ins needs the .NET SDK, which is not installed.");
        return result.ExitCode == 0
            ? Path.Combine(folder, configuration, plugin.Name)
            : throw new UserException(
                $"{plugin.Name} cannot be built with {package} {version}:\n{string.Join('\n', result.Output)}".TrimEnd());
    }
}

/// <summary>A NuGet package at two versions or more; the first is the baseline.</summary>
internal sealed record ClientVersions(string Package, IReadOnlyList<string> Versions)
{
    public static ClientVersions Parse(string text)
    {
        var parts = text.Split('=', 2, StringSplitOptions.TrimEntries);
        var versions = parts.Length == 2 ? parts[1].Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries) : [];
        return parts[0].Length > 0 && versions.Length > 1 && versions.Distinct(StringComparer.Ordinal).Count() == versions.Length
            && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-' or '_' or '+' or '=' or ',' or ' ')
            ? new ClientVersions(parts[0], versions)
            : throw new UserException($"'{text}' is not a package with two or more versions, such as Npgsql=9.0.3,10.0.0.");
    }
}
