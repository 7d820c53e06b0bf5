using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>
/// Remembers that a plug-in's packages were not on the NuGet source, so that it is not tried at every start: until the
/// project, the central versions or NuGet's configuration change, or a day has gone by.
/// </summary>
internal sealed class FailedRestore
{
    private readonly PluginBuilderOptions _options;
    private readonly PluginSources _sources;
    private readonly string _file;

    public FailedRestore(PluginLocation plugin, PluginBuilderOptions options)
    {
        _options = options;
        _sources = PluginSources.Of(plugin);
        _file = Path.Combine(_sources.StateFolder, $"{plugin.Name}.missing.json");
    }

    /// <summary>What was remembered, if it still holds.</summary>
    public Unavailable? Recall()
    {
        if (!File.Exists(_file))
        {
            return null;
        }

        try
        {
            var memory = JsonSerializer.Deserialize<Memory>(File.ReadAllText(_file));
            var holds = memory is not null && memory.Fingerprint == Fingerprint()
                && _options.Time.GetUtcNow() - memory.At is var age && age >= TimeSpan.Zero && age < _options.RememberMissing;
            return holds ? new Unavailable(memory!.Reason, memory.Fix) : null;
        }
        catch (JsonException)
        {
            // Half written by a process that died: as good as not there.
            return null;
        }
    }

    public void Remember(Unavailable unavailable)
    {
        Directory.CreateDirectory(_sources.StateFolder);
        var memory = new Memory(unavailable.Reason, unavailable.Fix, _options.Time.GetUtcNow(), Fingerprint());
        File.WriteAllText(_file, JsonSerializer.Serialize(memory));
    }

    private string Fingerprint()
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var file in _sources.Files().Where(IsAboutPackages).Concat(NuGetConfigurations()).Distinct().Order(StringComparer.Ordinal))
        {
            hash.AppendData(Encoding.UTF8.GetBytes(file));
            hash.AppendData(File.ReadAllBytes(file));
        }

        return Convert.ToHexString(hash.GetHashAndReset());
    }

    private static bool IsAboutPackages(string file) => Path.GetExtension(file) is ".csproj" or ".props" or ".targets";

    // NuGet takes the configuration of each folder upwards, then the user's.
    private IEnumerable<string> NuGetConfigurations()
    {
        var home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        var roaming = Environment.GetFolderPath(Environment.SpecialFolder.ApplicationData);
        var folders = new List<string>
        {
            Path.Combine(home, ".nuget", "NuGet"), Path.Combine(home, ".config", "NuGet"), Path.Combine(roaming, "NuGet"),
        };
        for (var folder = new DirectoryInfo(_sources.Root); folder is not null; folder = folder.Parent)
        {
            folders.Add(folder.FullName);
        }

        return folders.Where(Directory.Exists)
            .SelectMany(f => Directory.EnumerateFiles(f, "*", new EnumerationOptions { IgnoreInaccessible = true }))
            .Where(f => Path.GetFileName(f).Equals("nuget.config", StringComparison.OrdinalIgnoreCase));
    }

    private sealed record Memory(string Reason, string Fix, DateTimeOffset At, string Fingerprint);
}
