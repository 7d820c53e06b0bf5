using System.Text.Json.Serialization;

namespace EventSourcingBench.LoadTests.Generators;

internal static class GeneratorJson
{
    /// <summary>Raised with every change of the messages: both sides must have the same.</summary>
    public const int Protocol = 9;

    public static JsonSerializerOptions Options { get; } = Configure(new(JsonSerializerDefaults.Web));

    public static JsonSerializerOptions Configure(JsonSerializerOptions options)
    {
        options.DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull;
        options.Converters.Add(new JsonStringEnumConverter(JsonNamingPolicy.CamelCase));
        return options;
    }
}

internal sealed record GeneratorIdentity(
    int Protocol, string ToolVersion, string Host, string Clock, int ProcessId, DateTimeOffset Now);

internal sealed record GeneratorLine(LoadWindow? Window, GeneratorResult? Result, string? Error);

internal sealed record GeneratorResult(
    MeasuredTime Time, long Resent, IReadOnlyList<OperationRecord> Operations, IReadOnlyDictionary<string, long> Errors,
    IReadOnlyList<SlowRequest> Slowest);

/// <summary>Whether two processes read one clock: the same kernel since the same boot.</summary>
internal static class ClockIdentity
{
    private const string BootId = "/proc/sys/kernel/random/boot_id";

    /// <summary>This process's; where the system does not say, the host's name.</summary>
    public static string Current { get; } = File.Exists(BootId) ? File.ReadAllText(BootId).Trim() : Environment.MachineName;
}
