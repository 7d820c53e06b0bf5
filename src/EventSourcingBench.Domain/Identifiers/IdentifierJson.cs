using System.Text.Json.Serialization;

namespace EventSourcingBench.Domain.Identifiers;

/// <summary>How lists of identifiers are written as JSON: camelCase, arrays read without a spare copy.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true,
    AllowDuplicateProperties = false,
    Converters = [typeof(StringListConverter)])]
[JsonSerializable(typeof(IdentifiersAdded))]
[JsonSerializable(typeof(IdentifiersSnapshot))]
public sealed partial class IdentifierJson : JsonSerializerContext;
