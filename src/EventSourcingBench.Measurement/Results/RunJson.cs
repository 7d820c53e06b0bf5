using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace EventSourcingBench.Measurement.Results;

/// <summary>How the files of a results folder are written and read: strict, and without passwords.</summary>
public static class RunJson
{
    /// <summary>For files that people read.</summary>
    public static JsonSerializerOptions Indented { get; } = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false), new RedactedText() },
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
        TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { NullItems.Refuse } },
    };

    /// <summary>For steps, which hold histograms: indented, each number of a bucket would have a separate line.</summary>
    public static JsonSerializerOptions Compact { get; } = new(Indented) { WriteIndented = false };
}
