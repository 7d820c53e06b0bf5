namespace EventSourcingBench.Api;

/// <summary>The projection of a store: start, stop, watch, rebuild, and its delays.</summary>
internal sealed class ProjectionEndpoints(HostedStores stores)
{
    private const string Route = "/stores/{store}/projection";
    private const string DelaysRoute = Route + "/delays";
    private const string Tag = "projection";

    public void Map(IEndpointRouteBuilder app)
    {
        new ProjectionControl(stores, s => s.Projection).Map(app, Route, "Projection", "the projection", Tag);
        app.MapPost(Route + "/rebuild", RebuildAsync).Describe("rebuildProjection", "Empty the read model and replay all events", Tag)
            .Answers<Rebuilt>().Refuses(404, 503);
        app.MapPut(DelaysRoute, MeasureAsync).Describe("measureDelays", "Forget all delays and measure anew", Tag)
            .Accepts<MeasureDelays>("application/json").Produces(StatusCodes.Status204NoContent).Refuses(400, 404, 413, 415, 503);
        app.MapGet(DelaysRoute, DelaysAsync).Describe("readDelays", "Read the distribution of SaveTime - ApiCallTime", Tag)
            .Answers<ProjectionDelays>().Refuses(404, 503);
    }

    private async Task RebuildAsync(string store, HttpContext context)
    {
        Task<Rebuilt> rebuilding;
        using (var lease = await stores.EnterAsync(store))
        {
            rebuilding = lease.Value.Projection.RebuildAsync();
        }

        // A reset need not wait for the rebuild: it stops the projection, and with it this.
        var rebuilt = await rebuilding.WaitAsync(context.RequestAborted);
        await JsonAnswer.WriteAsync(context, rebuilt, ApiJson.Default.Rebuilt);
    }

    private async Task MeasureAsync(string store, HttpContext context)
    {
        var order = await JsonBody.ReadAsync(context.Request, ApiJson.Default.MeasureDelays);
        using var lease = await stores.EnterAsync(store);
        lease.Value.Projection.Delays.Measure(order.From);
        context.Response.StatusCode = StatusCodes.Status204NoContent;
    }

    private async Task DelaysAsync(string store, HttpContext context)
    {
        using var lease = await stores.EnterAsync(store);
        await JsonAnswer.WriteAsync(context, lease.Value.Projection.Delays.Read(), ApiJson.Default.ProjectionDelays);
    }
}
