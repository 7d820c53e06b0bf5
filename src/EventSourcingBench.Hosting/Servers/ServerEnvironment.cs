using System.Collections;

namespace EventSourcingBench.Hosting;

/// <summary>
/// The variables of a server that is started here, and of the tools that set it up: those of this process without the
/// ones that servers take settings from. A user's variables for another server must not change how this one forces to disk.
/// </summary>
internal static class ServerEnvironment
{
    // The last has the connection strings of the user's own servers, which no other server needs to know.
    private static readonly string[] Removed =
        ["ETCD_", "ETCDCTL_", "PG", "POSTGRES", "UMADB_", "EVENTSTORE_", "KURRENTDB_", "MONGO", "EVENTSOURCINGBENCH_"];

    /// <summary>What differs from this process's variables: null removes one.</summary>
    /// <param name="own">The server's own variables. Default: none.</param>
    public static IReadOnlyDictionary<string, string?> With(IEnumerable<KeyValuePair<string, string?>>? own = null)
    {
        var changes = Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
            .Select(v => (string)v.Key)
            .Where(name => Array.Exists(Removed, r => name.StartsWith(r, StringComparison.OrdinalIgnoreCase)))
            .ToDictionary(name => name, _ => (string?)null, StringComparer.Ordinal);
        foreach (var (name, value) in own ?? [])
        {
            changes[name] = value;
        }

        return changes;
    }
}
