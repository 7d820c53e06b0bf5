using Microsoft.AspNetCore.Http.Features;

namespace EventSourcingBench.Api;

/// <summary>How long a body may be. The server holds every body to it; one that announces its length is not even read.</summary>
internal static class RequestLimits
{
    public const int BodyBytes = 64 * 1024;

    public const string Words = "A body may have at most 64 KB.";

    /// <exception cref="ProblemException">The body says that it is longer: 413.</exception>
    public static void Check(HttpRequest request)
    {
        if (request.ContentLength > BodyBytes)
        {
            // Else the server would fail, and log that, when it skips the rest of the body.
            request.HttpContext.Features.GetRequiredFeature<IHttpMaxRequestBodySizeFeature>().MaxRequestBodySize = null;
            throw new ProblemException(Problem.TooLarge(Words));
        }
    }
}
