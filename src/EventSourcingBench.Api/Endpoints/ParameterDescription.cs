using Microsoft.OpenApi;

namespace EventSourcingBench.Api;

/// <summary>A header or query parameter that an endpoint reads by itself, for the OpenAPI document.</summary>
/// <param name="In">Where it stands.</param>
/// <param name="Name">Its name.</param>
/// <param name="Type">How it is written.</param>
/// <param name="Meaning">What it says, with range and default.</param>
internal sealed record ParameterDescription(ParameterLocation In, string Name, JsonSchemaType Type, string Meaning);
