using System.Text.Json.Serialization;

namespace EventSourcingBench.LoadTests.Generators;

internal static class GeneratorJson
{
    /// <summary>Raised with every change of the messages: both sides must have the same.</summary>
    public const int Protocol = 13;

    public static JsonSerializerOptions Options { get; } = Configure(new(JsonSerializerDefaults.Web));

    public static JsonSerializerOptions Configure(JsonSerializerOptions options)
    {
        options.DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull;
        options.Converters.Add(new JsonStringEnumConverter(JsonNamingPolicy.CamelCase));
        return options;
    }
}

internal sealed record GeneratorIdentity(
    int Protocol, string ToolVersion, string Host, string Clock, string Process, DateTimeOffset Now);

/// <param name="Recent">What was written last, for those who read beside the load.</param>
internal sealed record GeneratorLine(
    LoadWindow? Window = null, RecentAppend? Recent = null, GeneratorResult? Result = null, string? Error = null);

internal sealed record GeneratorResult(
    MeasuredTime Time, long Resent, IReadOnlyList<OperationRecord> Operations, IReadOnlyDictionary<string, long> Errors,
    IReadOnlyList<SlowRequest> Slowest);
