using System.Text.RegularExpressions;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>Reads what a failed build said. NuGet's codes: https://learn.microsoft.com/nuget/reference/errors-and-warnings</summary>
internal sealed partial class BuildOutput(IReadOnlyList<string> lines)
{
    private const int MostLines = 20;

    /// <summary>The words for packages that the source lacks, where nothing else is wrong; null otherwise.</summary>
    public Unavailable? MissingPackages(PluginLocation plugin)
    {
        var missing = Errors().Select(e => MissingPackage().Match(e)).ToList();
        if (missing.Count == 0 || missing.Exists(m => !m.Success))
        {
            return null;
        }

        var codes = string.Join(", ", missing.Select(m => m.Groups["code"].Value).Distinct().Order(StringComparer.Ordinal));
        var ids = missing.Select(m => m.Groups["id"].Value).Distinct(StringComparer.OrdinalIgnoreCase).Order(StringComparer.Ordinal).ToList();
        var verb = ids.Count == 1 ? "is" : "are";
        return new Unavailable(
            $"{string.Join(", ", ids)} {verb} not on the configured NuGet source ({codes}).",
            $"Configure a NuGet source that has {(ids.Count == 1 ? "it" : "them")}, such as nuget.org, and run again; then {plugin.Name} is built by itself.");
    }

    /// <summary>The words for a source that does not answer, where nothing else is wrong; null otherwise.</summary>
    public Unavailable? SourceUnreachable(PluginLocation plugin)
    {
        var errors = Errors();
        return errors.Count > 0 && errors.TrueForAll(e => Unreachable().IsMatch(e))
            ? new Unavailable(
                $"{plugin.Name} is not built and the configured NuGet source does not answer (NU1301).",
                "Check the network and the NuGet source, and run again.")
            : null;
    }

    /// <summary>The lines that a person needs to see.</summary>
    public string Complaint(PluginLocation plugin)
    {
        var errors = Errors();
        var shown = errors.Count > 0 ? errors.Take(MostLines) : lines.TakeLast(MostLines);
        return $"{plugin.Name} does not build:{Environment.NewLine}{string.Join(Environment.NewLine, shown)}";
    }

    private List<string> Errors() => [.. lines.Where(l => Error().IsMatch(l) && !FoundVersions().IsMatch(l)).Select(l => l.Trim()).Distinct(StringComparer.Ordinal)];

    [GeneratedRegex(@"\berror\s+[A-Z]+\d+\s*:", RegexOptions.CultureInvariant)]
    private static partial Regex Error();

    // What NU1102 adds for each source, as an error of its own.
    [GeneratedRegex(@"error NU1102\s*:\s*- Found ", RegexOptions.CultureInvariant)]
    private static partial Regex FoundVersions();

    // NU1100 to NU1103: no such package, version or stable version. NU1603: the exact version is not there and a later one
    // was taken, which is an error here because warnings are.
    [GeneratedRegex(
        @"error (?<code>NU110[0-3]|NU1603)\s*:.*?(?:[Uu]nable to (?:find|resolve)(?: a stable)? (?:package )?'?(?<id>\w+(?:[.\-]\w+)*)|but (?<id>\w+(?:[.\-]\w+)*) .*was not found|does not contain an? \w+ version of (?<id>\w+(?:[.\-]\w+)*))",
        RegexOptions.CultureInvariant)]
    private static partial Regex MissingPackage();

    [GeneratedRegex(@"error NU1301\s*:", RegexOptions.CultureInvariant)]
    private static partial Regex Unreachable();
}
