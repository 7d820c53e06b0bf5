namespace EventSourcingBench.Api.Endpoints;

/// <summary>Measures the cost of HTTP: the same server and client without a store.</summary>
internal static class NoopEndpoints
{
    private const string Route = "/noop";
    private const string Tag = "calibration";

    public static void Map(IEndpointRouteBuilder app)
    {
        app.MapGet(Route, (Delegate)Answer).Describe("getNoop", "Answer nothing", Tag).Produces(StatusCodes.Status204NoContent);
        app.MapPost(Route, (Delegate)DrainAsync).Describe("postNoop", "Read the body, answer nothing", Tag)
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
        var reader = context.Request.BodyReader;
        while (true)
        {
            var read = await reader.ReadAsync(CancellationToken.None);
            reader.AdvanceTo(read.Buffer.End);
            if (read.IsCompleted)
                break;
        }

        context.Response.StatusCode = StatusCodes.Status204NoContent;
    }
}
