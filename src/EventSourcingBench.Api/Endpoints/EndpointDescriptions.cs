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
    public static RouteHandlerBuilder WithLines(this RouteHandlerBuilder endpoint, string contentType) => endpoint.With(operation =>
    {
        var lines = new OpenApiMediaType { Schema = new OpenApiSchema { Type = JsonSchemaType.String } };
        operation.RequestBody = new OpenApiRequestBody
        { Required = true, Content = new Dictionary<string, OpenApiMediaType>(StringComparer.Ordinal) { [contentType] = lines } };
    });

    public static RouteHandlerBuilder WithParameters(this RouteHandlerBuilder endpoint, IReadOnlyList<ParameterDescription> parameters) =>
        endpoint.With(operation =>
        {
            operation.Parameters ??= [];
            foreach (var (name, meaning, type, location) in parameters)
            {
                var schema = new OpenApiSchema { Type = type };
                operation.Parameters.Add(new OpenApiParameter { Name = name, In = location, Description = meaning, Schema = schema });
            }
        });

    private static RouteHandlerBuilder With(this RouteHandlerBuilder endpoint, Action<OpenApiOperation> describe) =>
        endpoint.AddOpenApiOperationTransformer((operation, _, _) =>
        {
            describe(operation);
            return Task.CompletedTask;
        });
}

/// <summary>The OpenAPI description of a header or query parameter that an endpoint reads directly, with range and default.</summary>
internal sealed record ParameterDescription(
    string Name, string Meaning, JsonSchemaType Type = JsonSchemaType.String, ParameterLocation In = ParameterLocation.Query);
