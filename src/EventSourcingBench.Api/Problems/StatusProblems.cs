using Microsoft.AspNetCore.Diagnostics;

namespace EventSourcingBench.Api.Problems;

/// <summary>Adds a problem to bare refusals of the framework (unknown route, wrong method).</summary>
internal sealed class StatusProblems(HostedStores stores)
{
    public Task WriteAsync(StatusCodeContext context)
    {
        var request = context.HttpContext.Request;
        var problem = context.HttpContext.Response.StatusCode switch
        {
            StatusCodes.Status404NotFound => Problem.NotFound(
                $"There is no route {request.Path}. {Renamed(request.Path)}"
                + $"/openapi/v1.json lists the routes; the stores are {stores.Names}."),
            StatusCodes.Status405MethodNotAllowed => Problem.Of(
                ProblemTypes.MethodNotAllowed,
                StatusCodes.Status405MethodNotAllowed,
                "The route has other methods.",
                $"{request.Path} takes {context.HttpContext.Response.Headers.Allow}, not {request.Method}."),
            StatusCodes.Status413PayloadTooLarge => Problem.TooLarge(RequestLimits.Words(context.HttpContext)),
            StatusCodes.Status415UnsupportedMediaType => Problem.UnsupportedMediaType(request.ContentType),
            _ => null,
        };
        return problem is null ? Task.CompletedTask : JsonAnswer.WriteAsync(context.HttpContext, problem);
    }

    private static string Renamed(PathString path) => path.Value?.Split('/') is ["", "stores", var store, .. var rest]
        ? rest switch
        {
            ["projection", ..] or ["read-model", "bars", ..] or ["currencies", _] =>
                $"It was renamed: read models are below /stores/{store}/projections/{Projections.Bars.Name}. ",
            ["shows-projection", ..] or ["read-model", "shows", ..] =>
                $"It was renamed: read models are below /stores/{store}/projections/{Projections.Seats.Name}. ",
            _ => "",
        }
        : "";
}
