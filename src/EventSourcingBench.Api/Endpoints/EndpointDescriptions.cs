using Microsoft.OpenApi;

namespace EventSourcingBench.Api.Endpoints;

/// <summary>OpenAPI descriptions of endpoints that read and write HTTP directly.</summary>
internal static class EndpointDescriptions
{
    public static RouteHandlerBuilder Describe(this RouteHandlerBuilder endpoint, string id, string summary, string tag) =>
        endpoint.WithName(id).WithSummary(summary + ".").WithTags(tag);

    public static RouteHandlerBuilder Answers<T>(this RouteHandlerBuilder endpoint, int status = StatusCodes.Status200OK) =>
        endpoint.Produces<T>(status, "application/json");

    public static RouteHandlerBuilder Refuses(this RouteHandlerBuilder endpoint, params ReadOnlySpan<int> statuses)
    {
        foreach (var status in statuses)
            endpoint.Produces<ApiProblem>(status, "application/problem+json");

        return endpoint;
    }

    /// <summary>A body of lines, for the description only: the endpoint refuses other content types itself.</summary>
    public static RouteHandlerBuilder WithLines(this RouteHandlerBuilder endpoint, string contentType) =>
        endpoint.AddOpenApiOperationTransformer((operation, _, _) =>
        {
            operation.RequestBody = new OpenApiRequestBody
            {
                Required = true,
                Content = new Dictionary<string, OpenApiMediaType>(StringComparer.Ordinal)
                {
                    [contentType] = new() { Schema = new OpenApiSchema { Type = JsonSchemaType.String } },
                },
            };
            return Task.CompletedTask;
        });

    public static RouteHandlerBuilder WithParameters(this RouteHandlerBuilder endpoint, IReadOnlyList<ParameterDescription> parameters) =>
        endpoint.AddOpenApiOperationTransformer((operation, _, _) =>
        {
            operation.Parameters ??= [];
            foreach (var parameter in parameters)
            {
                operation.Parameters.Add(new OpenApiParameter
                {
                    Name = parameter.Name,
                    In = parameter.In,
                    Description = parameter.Meaning,
                    Schema = new OpenApiSchema { Type = parameter.Type },
                });
            }

            return Task.CompletedTask;
        });
}

/// <summary>The OpenAPI description of a header or query parameter that an endpoint reads directly.</summary>
/// <param name="In">The location.</param>
/// <param name="Name">Its name.</param>
/// <param name="Type">The type.</param>
/// <param name="Meaning">The description, with range and default.</param>
internal sealed record ParameterDescription(ParameterLocation In, string Name, JsonSchemaType Type, string Meaning);
