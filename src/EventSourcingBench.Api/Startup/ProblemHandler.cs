using Microsoft.AspNetCore.Diagnostics;

namespace EventSourcingBench.Api.Startup;

/// <summary>Answers exceptions with problems. Only defects are logged; the answers cover all other errors.</summary>
internal sealed class ProblemHandler(ILogger<ProblemHandler> logger) : IExceptionHandler
{
    public async ValueTask<bool> TryHandleAsync(HttpContext httpContext, Exception exception, CancellationToken cancellationToken)
    {
        var problem = exception switch
        {
            ProblemException e => e.Problem,
            ForeignEventException e => Problem.ForeignEvent(e.Message),
            StoreUnavailableException e => Problem.Unavailable(Secrets.OfThisProcess.Redact(e.Message)),
            OutcomeUnknownException e => Problem.OutcomeUnknown(Secrets.OfThisProcess.Redact(e.Message)),
            BadHttpRequestException { StatusCode: StatusCodes.Status413PayloadTooLarge } => Problem.TooLarge(
                RequestLimits.Words(httpContext)).Problem,
            BadHttpRequestException e => Problem.Invalid("request", e.Message).Problem,
            _ => Problem.Unexpected(),
        };
        if (problem.Status == StatusCodes.Status500InternalServerError)
            logger.LogError(exception, "{Method} {Path} failed.", httpContext.Request.Method, httpContext.Request.Path);

        await JsonAnswer.WriteAsync(httpContext, problem);
        return true;
    }
}

/// <summary>Adds a problem to bare refusals of the framework (unknown route, wrong method).</summary>
internal sealed class StatusProblems(HostedStores stores)
{
    public Task WriteAsync(StatusCodeContext context)
    {
        var request = context.HttpContext.Request;
        var problem = context.HttpContext.Response.StatusCode switch
        {
            StatusCodes.Status400BadRequest => Problem.Invalid(
                "request", "has a parameter that cannot be read; /openapi/v1.json has their types.").Problem,
            StatusCodes.Status404NotFound => Problem.NotFound(
                $"There is no route {request.Path}. {Renamed(request.Path)}"
                + $"/openapi/v1.json lists the routes; the stores are {stores.Names}.").Problem,
            StatusCodes.Status405MethodNotAllowed => new ApiProblem(
                "/problems/method-not-allowed", "The route has other methods.", StatusCodes.Status405MethodNotAllowed,
                $"{request.Path} takes {context.HttpContext.Response.Headers.Allow}, not {request.Method}."),
            StatusCodes.Status413PayloadTooLarge => Problem.TooLarge(RequestLimits.Words(context.HttpContext)).Problem,
            StatusCodes.Status415UnsupportedMediaType => Problem.UnsupportedMediaType(request.ContentType).Problem,
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
