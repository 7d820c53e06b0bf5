using System.Text.Json.Serialization;

namespace EventSourcingBench.Api.Contracts;

/// <summary>Writes an enum's members as words such as <c>fsync</c>.</summary>
/// <typeparam name="T">The enum.</typeparam>
public sealed class CamelCaseEnumConverter<T>() : JsonStringEnumConverter<T>(JsonNamingPolicy.CamelCase, allowIntegerValues: false)
    where T : struct, Enum;
