namespace EventSourcingBench.Hosting.Plugins;

/// <summary>Reads the members of a manifest strictly. What is wrong is a <see cref="FormatException"/>.</summary>
internal static class ManifestReader
{
    private static readonly string[] Kinds = ["store", "engine", "provisioner", "command-side"];
    private static readonly string[] Models = ["streams", "aggregates", "dcb"];
    private static readonly string[] StorePluginMembers = ["kind", "assembly", "stores", "servers", "packages"];
    private static readonly string[] OtherPluginMembers = ["kind", "assembly", "name", "summary", "packages"];
    private static readonly string[] StoreMembers = ["name", "summary", "server", "model"];

    public static PluginManifest Read(JsonElement root)
    {
        if (root.ValueKind != JsonValueKind.Object)
            throw new FormatException("a manifest is a JSON object.");

        var kindName = Text(root, "kind");
        var kind = Array.IndexOf(Kinds, kindName);
        if (kind < 0)
            throw new FormatException($"the kind '{kindName}' is not valid; say one of {string.Join(", ", Kinds)}.");

        var isStore = (PluginKind)kind == PluginKind.Store;
        RequireKnown(root, isStore ? StorePluginMembers : OtherPluginMembers, $"a manifest of kind {kindName}");
        PluginOffer[] offers = isStore
            ? [.. Elements(Member(root, "stores"), "stores").Select(Store)]
            : [new PluginOffer(Name(root), Text(root, "summary"))];
        return offers.Length > 0
            ? new PluginManifest((PluginKind)kind, Text(root, "assembly"), offers, Names(root, "servers"), Names(root, "packages"))
            : throw new FormatException("'stores' is empty; name one store or more.");
    }

    private static PluginOffer Store(JsonElement store)
    {
        RequireKnown(store, StoreMembers, "a store");
        var server = store.TryGetProperty("server", out _) ? Text(store, "server") : null;
        return new PluginOffer(Name(store), Text(store, "summary"), server, Model(store));
    }

    private static StoreModel Model(JsonElement store)
    {
        var name = store.TryGetProperty("model", out _) ? Text(store, "model") : Models[0];
        var model = Array.IndexOf(Models, name);
        return model >= 0
            ? (StoreModel)model
            : throw new FormatException($"the model '{name}' is not valid; say one of {string.Join(", ", Models)}.");
    }

    private static string[] Names(JsonElement root, string member)
    {
        JsonElement[] names = root.TryGetProperty(member, out var list) ? [.. Elements(list, member)] : [];
        return Array.TrueForAll(names, n => n.ValueKind == JsonValueKind.String)
            ? Array.ConvertAll(names, n => n.GetString()!)
            : throw new FormatException($"'{member}' must be names.");
    }

    private static string Name(JsonElement owner)
    {
        var name = Text(owner, "name");
        return char.IsAsciiLetterLower(name[0]) && name.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || c == '-')
            ? name
            : throw new FormatException($"'{name}' is not a name: lower-case letters, digits and '-', starting with a letter.");
    }

    private static string Text(JsonElement owner, string member) =>
        Member(owner, member) is { ValueKind: JsonValueKind.String } value && !string.IsNullOrWhiteSpace(value.GetString())
            ? value.GetString()!
            : throw new FormatException($"'{member}' must be a text that is not empty.");

    private static JsonElement Member(JsonElement owner, string member) =>
        owner.TryGetProperty(member, out var value) ? value : throw new FormatException($"'{member}' is missing.");

    private static JsonElement.ArrayEnumerator Elements(JsonElement value, string member) =>
        value.ValueKind == JsonValueKind.Array ? value.EnumerateArray() : throw new FormatException($"'{member}' must be a list.");

    private static void RequireKnown(JsonElement owner, string[] valid, string where)
    {
        if (owner.ValueKind != JsonValueKind.Object)
            throw new FormatException($"{where} is a JSON object.");

        if (owner.EnumerateObject().Select(m => m.Name).FirstOrDefault(m => !valid.Contains(m, StringComparer.Ordinal)) is { } unknown)
            throw new FormatException($"'{unknown}' is not a member of {where}; valid are {string.Join(", ", valid)}.");
    }
}
