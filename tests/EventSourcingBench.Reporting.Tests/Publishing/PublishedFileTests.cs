namespace EventSourcingBench.Reporting.Tests;

public sealed class PublishedFileTests
{
    private const string SchemaFile = "published-run.schema.json";
    private const int MostBytes = 300 * 1024;

    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true };
    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "published");

    /// <summary>The files that are in the repository, and one that is not.</summary>
    public static TheoryData<string> Files =>
        ["a synthetic run", .. Directory.GetFiles(Folder, "*.json").Select(Path.GetFileName).Where(f => f != SchemaFile).OfType<string>()];

    [Theory]
    [MemberData(nameof(Files))]
    public void A_file_is_read_is_small_and_is_as_the_schema_says(string file)
    {
        using var temp = new TempFolder();
        var path = File.Exists(Path.Combine(Folder, file)) ? Path.Combine(Folder, file)
            : PublishedRunFile.Write(temp.Path, SyntheticPublished.Of(1));

        var run = PublishedRunFile.Read(path);
        Publication.SecretsIn(run).ShouldBeEmpty();
        new FileInfo(path).Length.ShouldBeLessThan(MostBytes);
        Faults(JsonNode.Parse(File.ReadAllText(path))).ShouldBeEmpty();
        var again = PublishedRunFile.Write(temp.Folder("again"), run);
        File.ReadAllText(again).ShouldBe(File.ReadAllText(path));
    }

    [Fact]
    public void The_schema_in_the_repository_is_that_of_the_records_and_refuses_what_they_refuse()
    {
        Snapshots.ShouldBe(SchemaFile, PublishedRunFile.Schema().ToJsonString(Indented) + "\n", Folder);
        using var temp = new TempFolder();
        var path = PublishedRunFile.Write(temp.Path, SyntheticPublished.Of(1));
        Refused("more", n => n["suites"]![0]!["more"] = 1);
        Refused("tier", n => n["suites"]![0]!["cells"]![0]!.AsObject().Remove("tier"));
        Refused("median", n => n["suites"]![0]!["cells"]![0]!["values"]![0]!["median"] = "1");
        Refused("schemaVersion", n => n["schemaVersion"] = 2);

        void Refused(string place, Action<JsonNode> damage)
        {
            var json = JsonNode.Parse(File.ReadAllText(path))!;
            damage(json);
            Faults(json).ShouldHaveSingleItem().ShouldContain(place);
            Should.Throw<FormatException>(() => PublishedRunFile.Read(temp.Write($"damaged/{Path.GetFileName(path)}", json.ToJsonString())))
                .Message.ShouldContain(place);
        }
    }

    private static List<string> Faults(JsonNode? file) => [.. Faults(PublishedRunFile.Schema(), file, "$")];

    // Of JSON Schema what this one uses.
    private static IEnumerable<string> Faults(JsonNode schema, JsonNode? value, string at)
    {
        if (schema["$ref"] is { } other)
            schema = other.GetValue<string>().Split('/').Skip(1).Aggregate(schema.Root, (node, name) => node[name]!);

        List<string> types =
            [.. schema["type"] is JsonArray several ? several.Select(t => $"{t}") : schema["type"] is { } one ? [$"{one}"] : []];
        var kind = value?.GetValueKind() ?? JsonValueKind.Null;
        var type = kind is JsonValueKind.True or JsonValueKind.False ? "boolean" : $"{kind}".ToLowerInvariant();
        var isRight = types.Count == 0 || types.Contains(type)
            || (types.Contains("integer") && kind == JsonValueKind.Number && !$"{value}".Contains('.'));
        var members = value as JsonObject ?? [];
        var (required, known) = (members.Count == 0 ? null : schema["required"] as JsonArray, schema["properties"]);
        return
        [
            .. isRight && (schema["const"] is not { } only || JsonNode.DeepEquals(only, value)) ? Array.Empty<string>() : [at],
            .. (required ?? []).Select(n => $"{n}").Where(n => !members.ContainsKey(n)).Select(n => $"{at}.{n} is missing"),
            .. members.SelectMany(m => (known?[m.Key] ?? schema["additionalProperties"]) is JsonObject of
                ? Faults(of, m.Value, $"{at}.{m.Key}") : [$"{at}.{m.Key} is not in the schema"]),
            .. (value as JsonArray ?? []).SelectMany((v, i) => Faults(schema["items"]!, v, $"{at}[{i}]")),
        ];
    }
}
