using Microsoft.AspNetCore.Diagnostics;

namespace EventSourcingBench.Api.Problems;

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
                RequestLimits.Words(httpContext)),
            BadHttpRequestException e => Problem.Invalid("request", e.Message).Problem,
            _ => Problem.Unexpected(),
        };
        if (problem.Status == StatusCodes.Status500InternalServerError)
        {
            logger.LogError(exception, "{Method} {Path} failed.", httpContext.Request.Method, httpContext.Request.Path);
        }

        await JsonAnswer.WriteAsync(httpContext, problem);
        return true;
    }
}
