using YamlDotNet.Core;
using YamlDotNet.Serialization;
using YamlDotNet.Serialization.NamingConventions;

namespace EventSourcingBench.Docker.Tests;

/// <summary>docker/compose.yaml, with its anchors and merges resolved: what the tests read of it.</summary>
public sealed class Compose
{
    public const string File = "docker/compose.yaml";

    private static readonly Compose Loaded = Load();

    public static IReadOnlyDictionary<string, ComposeService> All => Loaded.Services;

    public static IReadOnlyCollection<string> AllVolumes => Loaded.Volumes.Keys;

    public Dictionary<string, ComposeService> Services { get; set; } = [];

    public Dictionary<string, object?> Volumes { get; set; } = [];

    // Through objects, because only that way anchors and merges are carried out.
    private static Compose Load()
    {
        var parser = new MergingParser(new Parser(new StringReader(Repository.Read(File))));
        var merged = new SerializerBuilder().DisableAliases().Build().Serialize(new DeserializerBuilder().Build().Deserialize(parser)!);
        return new DeserializerBuilder().WithNamingConvention(UnderscoredNamingConvention.Instance).IgnoreUnmatchedProperties().Build()
            .Deserialize<Compose>(merged);
    }
}

/// <summary>A service; what it leaves out is empty or null.</summary>
public sealed class ComposeService
{
    public string? Image { get; set; }
    public object? Build { get; set; }
    public string? PullPolicy { get; set; }
    public string? Hostname { get; set; }
    public string? User { get; set; }
    public string? NetworkMode { get; set; }
    public object? Tmpfs { get; set; }
    public string[] Profiles { get; set; } = [];
    public string[] Entrypoint { get; set; } = [];
    public string[] Command { get; set; } = [];
    public string[] Ports { get; set; } = [];
    public string[] Volumes { get; set; } = [];
    public Dictionary<string, string> Environment { get; set; } = [];
    public Dictionary<string, Dictionary<string, string>> DependsOn { get; set; } = [];
    public ComposeHealthCheck Healthcheck { get; set; } = new();
}

public sealed class ComposeHealthCheck
{
    public string[] Test { get; set; } = [];
    public int Retries { get; set; }
}
