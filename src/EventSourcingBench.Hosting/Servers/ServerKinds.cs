namespace EventSourcingBench.Hosting.Servers;

/// <summary>The kinds of servers that plug-ins bring, each plug-in loaded when one of its kinds is first asked for.</summary>
public sealed class ServerKinds(IReadOnlyList<ServerKind> given, IReadOnlyList<string> pluginFolders)
{
    private readonly ConcurrentDictionary<string, (ServerKind, Unavailable?)> _found = new(StringComparer.Ordinal);
    private readonly Lazy<IReadOnlyList<PluginLocation>> _plugins =
        new(() => new PluginLocator().Find(PluginKind.Store, pluginFolders));

    /// <returns>The kind, with its name alone where no plug-in brings it, or none that can be used: then why not.</returns>
    /// <exception cref="UserException">A manifest is not valid, or names a kind that its plug-in does not bring.</exception>
    public (ServerKind Kind, Unavailable? Unavailable) Find(string name) => _found.GetOrAdd(name, Load);

    private (ServerKind, Unavailable?) Load(string name)
    {
        if (given.FirstOrDefault(k => k.Name == name) is { } known)
            return (known, null);

        Unavailable? reason = null;
        foreach (var plugin in _plugins.Value.Where(p => p.Manifest.Servers.Contains(name)))
        {
            var (instance, unavailable) = plugin.Activate<IStorePlugin>();
            if (instance is not null)
            {
                return instance.Servers.FirstOrDefault(k => k.Name == name) is { } kind
                    ? (kind, null)
                    : throw new UserException(
                        $"{plugin.Name}: {PluginManifest.FileName} names the server {name}, which the plug-in does not bring.");
            }

            reason ??= unavailable;
        }

        return (new ServerKind { Name = name }, reason);
    }
}
