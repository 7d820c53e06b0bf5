using System.Collections;

namespace EventSourcingBench.Hosting.Servers;

/// <summary>The variables of a server that is started here, and of the tools that set it up: those of this process without the ones that
/// the server takes settings from, and without the connection strings of the user's own servers.</summary>
internal static class ServerEnvironment
{
    private const string OurPrefix = "EVENTSOURCINGBENCH_";

    /// <summary>What differs from this process's variables: null removes one.</summary>
    public static Dictionary<string, string?> With(IEnumerable<string> prefixes, IEnumerable<KeyValuePair<string, string?>> own)
    {
        string[] removed = [OurPrefix, .. prefixes];
        var changes = Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
            .Select(v => (string)v.Key)
            .Where(name => Array.Exists(removed, r => name.StartsWith(r, StringComparison.OrdinalIgnoreCase)))
            .ToDictionary(name => name, _ => (string?)null, StringComparer.Ordinal);
        foreach (var (name, value) in own)
            changes[name] = value;

        return changes;
    }
}
