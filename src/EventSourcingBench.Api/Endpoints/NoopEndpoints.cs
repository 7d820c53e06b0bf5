namespace EventSourcingBench.Api.Endpoints;

/// <summary>Measures the cost of HTTP: the same server and client without a store.</summary>
internal static class NoopEndpoints
{
    public static void Map(IEndpointRouteBuilder app)
    {
        app.MapGet("/noop", (Delegate)Answer).Describe("getNoop", "Answer nothing", "calibration").Produces(StatusCodes.Status204NoContent);
        app.MapPost("/noop", (Delegate)DrainAsync).Describe("postNoop", "Read the body, answer nothing", "calibration")
            .Produces(StatusCodes.Status204NoContent).Refuses(413);
    }

    private static Task Answer(HttpContext context)
    {
        context.Response.StatusCode = StatusCodes.Status204NoContent;
        return Task.CompletedTask;
    }

    private static async Task DrainAsync(HttpContext context)
    {
        RequestLimits.Check(context.Request);
        await context.Request.BodyReader.CopyToAsync(Stream.Null, CancellationToken.None);
        context.Response.StatusCode = StatusCodes.Status204NoContent;
    }
}
