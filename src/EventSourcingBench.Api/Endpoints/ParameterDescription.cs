using Microsoft.OpenApi;

namespace EventSourcingBench.Api.Endpoints;

/// <summary>The OpenAPI description of a header or query parameter that an endpoint reads directly.</summary>
/// <param name="In">The location.</param>
/// <param name="Name">Its name.</param>
/// <param name="Type">The type.</param>
/// <param name="Meaning">The description, with range and default.</param>
internal sealed record ParameterDescription(ParameterLocation In, string Name, JsonSchemaType Type, string Meaning);
