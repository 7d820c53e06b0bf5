using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;
using YamlDotNet.Serialization;

namespace EventSourcingBench.Docker.Tests;

/// <summary>docker/compose.yaml, with its anchors and merges resolved.</summary>
internal static class Compose
{
    public const string File = "docker/compose.yaml";

    public static IReadOnlyDictionary<string, YamlMappingNode> Services { get; } = Mapping(Root, "services")
        .Children.ToDictionary(c => ((YamlScalarNode)c.Key).Value!, c => (YamlMappingNode)c.Value, StringComparer.Ordinal);

    public static IReadOnlyList<string> Volumes { get; } =
        [.. Mapping(Root, "volumes").Children.Keys.Select(k => ((YamlScalarNode)k).Value!)];

    private static YamlMappingNode Root => Load();

    public static YamlMappingNode Mapping(YamlMappingNode node, string key) => (YamlMappingNode)node.Children[new YamlScalarNode(key)];

    public static IReadOnlyList<string> Texts(YamlMappingNode node, string key) =>
        node.Children.TryGetValue(new YamlScalarNode(key), out var value) && value is YamlSequenceNode list
            ? [.. list.Select(i => ((YamlScalarNode)i).Value!)]
            : [];

    public static string? Text(YamlMappingNode node, string key) =>
        node.Children.TryGetValue(new YamlScalarNode(key), out var value) && value is YamlScalarNode scalar ? scalar.Value : null;

    public static bool Has(YamlMappingNode node, string key) => node.Children.ContainsKey(new YamlScalarNode(key));

    // Through objects, because only that way merges are carried out; then back into nodes.
    private static YamlMappingNode Load()
    {
        var parser = new MergingParser(new Parser(new StringReader(Repository.Read(File))));
        var merged = new DeserializerBuilder().Build().Deserialize<object>(parser);
        var stream = new YamlStream();
        stream.Load(new StringReader(new SerializerBuilder().DisableAliases().Build().Serialize(merged)));
        return (YamlMappingNode)stream.Documents[0].RootNode;
    }
}
