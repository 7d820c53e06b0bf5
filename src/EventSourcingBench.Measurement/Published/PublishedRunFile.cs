using System.Text.Json.Nodes;
using System.Text.Json.Schema;

namespace EventSourcingBench.Measurement.Published;

/// <summary>Reads and writes the files of <c>results/published</c>: strict, and without passwords.</summary>
public static class PublishedRunFile
{
    // Nulls are written: the layout gives members no defaults, so that none can be left out.
    private static readonly JsonSerializerOptions Json = new(RunJson.Compact)
    { DefaultIgnoreCondition = JsonIgnoreCondition.Never, NumberHandling = JsonNumberHandling.Strict };

    /// <summary>Whether a file looks like a published run of any version.</summary>
    /// <exception cref="FormatException">It cannot be read.</exception>
    public static bool Is(string path) =>
        JsonErrors.Read<JsonElement>(path, Json) is { ValueKind: JsonValueKind.Object } file && file.TryGetProperty("schemaVersion", out _);

    /// <exception cref="FormatException">It is no published run, of another version, or damaged; the message names the place.</exception>
    public static PublishedRun Read(string path)
    {
        JsonErrors.RequireVersion(path, PublishedRun.CurrentSchemaVersion);
        var run = JsonErrors.Read<PublishedRun>(path, Json);
        return Path.GetFileNameWithoutExtension(path) == run.Id ? run
            : throw new FormatException($"{path} has the run {run.Id} ($.id): its name must be {run.Id}.json.");
    }

    /// <summary>All files of a folder, by their names; none where there is no such folder.</summary>
    /// <exception cref="FormatException">One of them cannot be read.</exception>
    public static IReadOnlyList<PublishedRun> ReadAll(string folder) => !Directory.Exists(folder) ? []
        : [.. Directory.GetFiles(folder, "*.json").Order(StringComparer.Ordinal).Select(Read)];

    /// <summary>Writes <c>ID.json</c>, and replaces one of that name.</summary>
    /// <returns>The path of the file.</returns>
    /// <exception cref="FormatException">The id is no name of a file.</exception>
    public static string Write(string folder, PublishedRun run)
    {
        if (run.Id.Length == 0 || run.Id.AsSpan().ContainsAny('/', '\\', ':'))
            throw new FormatException($"The run's id '{run.Id}' cannot be the name of a file.");

        var path = Path.Combine(Directory.CreateDirectory(folder).FullName, run.Id + ".json");
        RunFolder.WriteJson(path, run, Json);
        return path;
    }

    /// <summary>The JSON schema of a file, made from the records that read it.</summary>
    public static JsonNode Schema()
    {
        // The exporter knows nothing of texts that have a converter.
        var plain = new JsonSerializerOptions(Json);
        plain.Converters.Remove(plain.Converters.Single(c => c is RedactedText));
        var schema = plain.GetJsonSchemaAsNode(
            typeof(PublishedRun), new JsonSchemaExporterOptions { TreatNullObliviousAsNonNullable = true });
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
        schema["title"] = "A published run of EventSourcingBench";
        schema["properties"]!["schemaVersion"] = new JsonObject { ["const"] = PublishedRun.CurrentSchemaVersion };
        return schema;
    }
}
