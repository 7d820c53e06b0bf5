namespace EventSourcingBench.Api;

/// <summary>Start, stop and state of one of a store's projections.</summary>
/// <param name="stores">The stores.</param>
/// <param name="find">Which of a store's projections.</param>
internal sealed class ProjectionControl(HostedStores stores, Func<OpenStore, ProjectionSession> find)
{
    /// <summary>Maps its three endpoints.</summary>
    /// <param name="app">The API.</param>
    /// <param name="route">Where it is found.</param>
    /// <param name="name">The end of the operations' names, such as <c>Projection</c> in <c>startProjection</c>.</param>
    /// <param name="what">What users call it.</param>
    /// <param name="tag">The group of endpoints it belongs to.</param>
    public void Map(IEndpointRouteBuilder app, string route, string name, string what, string tag)
    {
        app.MapPut(route, StartAsync).Describe("start" + name, $"Start {what}, if it is not running", tag)
            .Answers<ProjectionState>().Refuses(404, 503);
        app.MapGet(route, StatusAsync).Describe("read" + name, $"Read how far {what} is", tag)
            .Answers<ProjectionState>().Refuses(404, 503);
        app.MapDelete(route, StopAsync).Describe("stop" + name, $"Stop {what}; the read model stays", tag)
            .Produces(StatusCodes.Status204NoContent).Refuses(404, 503);
    }

    private async Task StartAsync(string store, HttpContext context)
    {
        using var lease = await stores.EnterAsync(store);
        await find(lease.Value).StartAsync(context.RequestAborted);
        await AnswerStatusAsync(find(lease.Value), context);
    }

    private async Task StatusAsync(string store, HttpContext context)
    {
        using var lease = await stores.EnterAsync(store);
        await AnswerStatusAsync(find(lease.Value), context);
    }

    private async Task StopAsync(string store, HttpContext context)
    {
        using var lease = await stores.EnterAsync(store);
        await find(lease.Value).StopAsync();
        context.Response.StatusCode = StatusCodes.Status204NoContent;
    }

    private static async Task AnswerStatusAsync(ProjectionSession projection, HttpContext context) =>
        await JsonAnswer.WriteAsync(context, await projection.StatusAsync(context.RequestAborted), ApiJson.Default.ProjectionState);
}
