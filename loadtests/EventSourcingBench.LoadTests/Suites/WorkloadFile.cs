namespace EventSourcingBench.LoadTests.Suites;

/// <summary>A workload file: JSON with the question that a suite asks and the values of its parameters by profile. Comments and trailing
/// commas are allowed, unknown and repeated keys are errors.</summary>
internal sealed class WorkloadFile
{
    public const string DefaultProfile = "quick";

    // loadtests/workloads, copied beside the program.
    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "workloads");

    private static readonly JsonDocumentOptions Options = new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };

    private readonly string _path;
    private readonly Suite _suite;
    private readonly OrderedDictionary<string, Workload> _profiles = new(StringComparer.Ordinal);

    private WorkloadFile(string path, Suite suite, JsonElement root)
    {
        (_path, _suite) = (path, suite);
        var members = Members(root, "$", ["suite", "question", "profiles"]);
        if (Text(members, "suite") is var named && named != suite.Name)
            throw new UserException($"{path} is a workload of the suite {named}, not of {suite.Name}.");

        var question = Text(members, "question");
        foreach (var (name, profile) in Members(Member(members, "profiles", "$"), "profiles", known: null))
            _profiles.Add(name, Read(profile, "profiles." + name, question));

        if (_profiles.Count == 0)
            throw Error("profiles", ": must have at least one profile.");
    }

    public static IReadOnlyList<string> Profiles(string suite) => [.. Of(suite)._profiles.Keys];

    public static Workload Load(string suite, string profile) => Of(suite).Profile(profile);

    /// <param name="profile">Null: the only one, else that of <see cref="DefaultProfile"/>.</param>
    public static Workload Read(string path, string suite, string? profile)
    {
        var file = Open(path, SuiteCatalog.Find(suite));
        return profile is null && file._profiles.Count == 1 ? file._profiles.GetAt(0).Value : file.Profile(profile ?? DefaultProfile);
    }

    private static WorkloadFile Of(string suite) => Open(Path.Combine(Folder, suite + ".json"), SuiteCatalog.Find(suite));

    private static WorkloadFile Open(string path, Suite suite)
    {
        try
        {
            using var stream = File.OpenRead(path);
            using var document = JsonDocument.Parse(stream, Options);
            return new WorkloadFile(path, suite, document.RootElement);
        }
        catch (JsonException e)
        {
            throw new UserException(FormattableString.Invariant($"{path}, line {(e.LineNumber ?? 0) + 1}: invalid JSON: {e.Message}"), e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserException($"The workload file {path} cannot be read: {e.Message}", e);
        }
    }

    private Workload Profile(string name) => _profiles.TryGetValue(name, out var workload)
        ? workload : throw NameSuggestion.Unknown($"profile of {_suite.Name}", name, _profiles.Keys);

    private Workload Read(JsonElement profile, string place, string question)
    {
        var names = _suite.Parameters.Select(p => p.Name).ToList();
        var renamed = _suite.Parameters.SelectMany(p => p.Former.Select(f => (f, p.Name))).ToDictionary(StringComparer.Ordinal);
        var members = Members(profile, place, names, renamed);
        var values = new List<ParameterText>();
        foreach (var parameter in _suite.Parameters)
        {
            if (members.TryGetValue(parameter.Name, out var value))
                values.Add(new ParameterText(parameter, Read(parameter, value, place)));
            else if (parameter is { IsOptional: false, Default: null })
                throw Error(place, $": the key '{parameter.Name}' is missing.");
        }

        var workload = new Workload(question, _suite.Parameters, values);
        return _suite.Check(workload) is { } contradiction ? throw Error(place, $": {contradiction}") : workload;
    }

    private string Read(Parameter parameter, JsonElement value, string place)
    {
        try
        {
            return parameter.Read(value);
        }
        catch (FormatException e)
        {
            throw Error($"{place}.{parameter.Name}", e.Message);
        }
    }

    // In the order of the file; null: all names are known.
    private OrderedDictionary<string, JsonElement> Members(
        JsonElement value, string place, IReadOnlyList<string>? known, Dictionary<string, string>? renamed = null)
    {
        if (value.ValueKind != JsonValueKind.Object)
            throw Error(place, ": must be an object.");

        var members = new OrderedDictionary<string, JsonElement>(StringComparer.Ordinal);
        foreach (var member in value.EnumerateObject())
        {
            var name = member.Name;
            if (renamed?.GetValueOrDefault(name) is { } current)
                throw Error(place, $": the key '{name}' is now '{current}'.");

            if (known?.Contains(name) == false)
                throw Error(place, ": " + NameSuggestion.Unknown("key", name, known).Message);

            if (!members.TryAdd(name, member.Value))
                throw Error(place, $": the key '{name}' is there twice.");
        }

        return members;
    }

    private JsonElement Member(OrderedDictionary<string, JsonElement> members, string name, string place) =>
        members.TryGetValue(name, out var value) ? value : throw Error(place, $": the key '{name}' is missing.");

    private string Text(OrderedDictionary<string, JsonElement> members, string name) =>
        Member(members, name, "$") is { ValueKind: JsonValueKind.String } value && value.GetString() is { Length: > 0 } text
            ? text : throw Error(name, ": must be a text that is not empty.");

    private UserException Error(string place, string message) => new($"{_path}: {place}{message}");
}
