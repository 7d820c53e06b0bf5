namespace EventSourcingBench.Tests;

/// <summary>The options that a profile of a store sets in its <c>plugin.json</c>.</summary>
public static class ProfileOptions
{
    public static (string Key, string Value)[] Of(string store, string profile) =>
        [.. new PluginLocator().Find(PluginKind.Store, []).SelectMany(p => p.Manifest.Offers).Single(o => o.Name == store)
            .Profiles.Single(p => p.Name == profile).Settings.Select(s => (s.Option, s.Value))];
}
