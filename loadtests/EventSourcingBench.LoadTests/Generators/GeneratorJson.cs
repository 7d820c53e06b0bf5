using System.Text.Json.Serialization;

namespace EventSourcingBench.LoadTests.Generators;

/// <summary>How the messages are written.</summary>
internal static class GeneratorJson
{
    /// <summary>Raised with every change of the messages: both sides must have the same.</summary>
    public const int Protocol = 3;

    public static JsonSerializerOptions Options { get; } = new(JsonSerializerDefaults.Web)
    {
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase) },
    };
}
