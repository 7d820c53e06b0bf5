namespace EventSourcingBench.Api.Problems;

/// <summary>Limits the length of bodies. The server enforces the limit; a body that announces a greater length is not read.</summary>
internal static class RequestLimits
{
    public const int BodyBytes = 64 * 1024;

    /// <summary>The answer to a request whose body exceeded the limit.</summary>
    public static string Words(HttpContext context) =>
        Words(context.Features.Get<IHttpMaxRequestBodySizeFeature>()?.MaxRequestBodySize ?? BodyBytes);

    public static void Check(HttpRequest request, long most = BodyBytes)
    {
        if (request.ContentLength > most)
        {
            // Otherwise the server would fail, and log an error, when it skips the rest of the body.
            request.HttpContext.Features.GetRequiredFeature<IHttpMaxRequestBodySizeFeature>().MaxRequestBodySize = null;
            throw Problem.TooLarge(Words(most));
        }
    }

    private static string Words(long bytes) => $"A body may have at most {(bytes >= 1 << 20 ? $"{bytes >> 20} MB" : $"{bytes >> 10} KB")}.";
}
