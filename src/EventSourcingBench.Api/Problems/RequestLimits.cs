using System.Globalization;
using Microsoft.AspNetCore.Http.Features;

namespace EventSourcingBench.Api;

/// <summary>How long a body may be. The server holds every body to it; one that announces its length is not even read.</summary>
internal static class RequestLimits
{
    public const int BodyBytes = 64 * 1024;

    private const int Kilobyte = 1024;

    /// <summary>What a request whose body the server cut off is answered: the limit that was in force for it.</summary>
    public static string Words(HttpContext context) =>
        Words(context.Features.Get<IHttpMaxRequestBodySizeFeature>()?.MaxRequestBodySize ?? BodyBytes);

    /// <exception cref="ProblemException">The body says that it is longer: 413.</exception>
    public static void Check(HttpRequest request, long most = BodyBytes)
    {
        if (request.ContentLength > most)
        {
            // Else the server would fail, and log that, when it skips the rest of the body.
            request.HttpContext.Features.GetRequiredFeature<IHttpMaxRequestBodySizeFeature>().MaxRequestBodySize = null;
            throw new ProblemException(Problem.TooLarge(Words(most)));
        }
    }

    private static string Words(long bytes) => bytes >= Kilobyte * Kilobyte
        ? string.Create(CultureInfo.InvariantCulture, $"A body may have at most {bytes / (Kilobyte * Kilobyte)} MB.")
        : string.Create(CultureInfo.InvariantCulture, $"A body may have at most {bytes / Kilobyte} KB.");
}
