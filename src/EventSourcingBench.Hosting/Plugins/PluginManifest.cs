namespace EventSourcingBench.Hosting.Plugins;

/// <summary>The <c>plugin.json</c> of a plug-in: what it offers, so that it can be listed before it is built or where it cannot be. A store
/// plug-in lists its <c>stores</c> and <c>servers</c>; an engine or a provisioner has one <c>name</c> and <c>summary</c>.</summary>
/// <param name="Assembly">The name of its assembly, without <c>.dll</c>.</param>
/// <param name="Offers">What it offers, one or more; exactly one for an engine or a provisioner.</param>
/// <param name="Servers">The kinds of servers that it brings, for its stores and those of others.</param>
public sealed record PluginManifest(PluginKind Kind, string Assembly, IReadOnlyList<PluginOffer> Offers, IReadOnlyList<string> Servers)
{
    public const string FileName = "plugin.json";

    private static readonly string[] Kinds = ["store", "engine", "provisioner", "command-side"];
    private static readonly string[] Models = ["streams", "aggregates", "dcb"];

    /// <summary>Reads a manifest. An unknown member is an error, as is one that is missing.</summary>
    /// <exception cref="UserException">It is not valid; the message names the file and what is valid.</exception>
    public static PluginManifest Read(string file)
    {
        try
        {
            using var document = JsonDocument.Parse(File.ReadAllBytes(file));
            return Read(document.RootElement);
        }
        catch (Exception e) when (e is JsonException or FormatException or IOException or UnauthorizedAccessException)
        {
            throw new UserException($"{file}: {e.Message}", e);
        }
    }

    // What is wrong is a FormatException.
    private static PluginManifest Read(JsonElement root)
    {
        if (root.ValueKind != JsonValueKind.Object)
            throw new FormatException("a manifest is a JSON object.");

        var kind = (PluginKind)OneOf(Kinds, root, "kind");
        var isStore = kind == PluginKind.Store;
        string[] own = isStore ? ["stores", "servers"] : ["name", "summary"];
        RequireKnown(root, ["kind", "assembly", .. own], $"a manifest of kind {Kinds[(int)kind]}");
        PluginOffer[] offers = isStore
            ? [.. Elements(Member(root, "stores"), "stores").Select(Store)]
            : [new PluginOffer(Name(root), Text(root, "summary"))];
        return offers.Length > 0
            ? new PluginManifest(kind, Text(root, "assembly"), offers, Names(root, "servers"))
            : throw new FormatException("'stores' is empty; name one store or more.");
    }

    private static PluginOffer Store(JsonElement store)
    {
        RequireKnown(store, ["name", "summary", "server", "model", "log", "profiles"], "a store");
        var server = store.TryGetProperty("server", out _) ? Text(store, "server") : null;
        var model = store.TryGetProperty("model", out _) ? (StoreModel)OneOf(Models, store, "model") : StoreModel.Streams;
        var log = store.TryGetProperty("log", out _) ? Text(store, "log") : null;
        StoreProfile[] profiles = store.TryGetProperty("profiles", out var list) ? [.. Elements(list, "profiles").Select(Profile)] : [];
        return Array.ConvertAll(profiles, p => p.Name) is [] or [StoreProfile.Tuned] or [StoreProfile.Conventional, StoreProfile.Tuned]
            ? new PluginOffer(Name(store), Text(store, "summary"), server, model, log) { Profiles = profiles }
            : throw new FormatException("'profiles' must be conventional and tuned, in this order, or tuned alone.");
    }

    private static StoreProfile Profile(JsonElement profile)
    {
        RequireKnown(profile, ["name", "summary", "settings"], "a profile");
        var name = StoreProfile.Names[OneOf([.. StoreProfile.Names], profile, "name")];
        return new StoreProfile(name, Text(profile, "summary"), [.. Elements(Member(profile, "settings"), "settings").Select(Setting)]);
    }

    private static ProfileSetting Setting(JsonElement setting)
    {
        RequireKnown(setting, ["option", "value", "reason", "source"], "a setting");
        return Uri.TryCreate(Text(setting, "source"), UriKind.Absolute, out var source) && source.Scheme == Uri.UriSchemeHttps
            ? new ProfileSetting(Text(setting, "option"), Text(setting, "value"), Text(setting, "reason"), source)
            : throw new FormatException("'source' must be the https address of a page.");
    }

    private static int OneOf(string[] valid, JsonElement owner, string member)
    {
        var name = Text(owner, member);
        return Array.IndexOf(valid, name) is >= 0 and var index
            ? index
            : throw new FormatException($"the {member} '{name}' is not valid; say one of {string.Join(", ", valid)}.");
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

public enum PluginKind
{
    Store = 0, // It has an IStorePlugin.
    Engine = 1, // It has an ILoadEngine.
    Provisioner = 2, // It has an IServerProvisioner.
    CommandSide = 3, // A way to run commands: it has the class that the application asks for.
}

/// <summary>Something that a plug-in offers by name, known before the plug-in is built.</summary>
/// <param name="Name">The name that users say: lower-case letters, digits and <c>-</c>, starting with a letter.</param>
/// <param name="Server">The kind of server that it needs; null where it needs none. Stores only.</param>
/// <param name="Log">What the files are called that an embedded store appends to and reads again after a crash, such as <c>*.segment</c>;
/// null: not known. Bytes behind the end of one are a write that was torn.</param>
public sealed record PluginOffer(
    string Name, string Summary, string? Server = null, StoreModel Model = StoreModel.Streams, string? Log = null)
{
    /// <summary>The profiles of the store, the one that runs where none is named last; none: it has its defaults only.</summary>
    public IReadOnlyList<StoreProfile> Profiles { get; init; } = [];
}
