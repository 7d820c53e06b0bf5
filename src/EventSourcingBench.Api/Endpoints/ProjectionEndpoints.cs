namespace EventSourcingBench.Api.Endpoints;

internal sealed class ProjectionEndpoints(HostedStores stores)
{
    private const string Route = "/stores/{store}/projections/{projection}";
    private const string Tag = "projections";

    public void Map(IEndpointRouteBuilder app)
    {
        On(app.MapPut, "", StartAsync).Describe("startProjection", "Start a projection, if it is not running", Tag)
            .Answers<ProjectionState>().Refuses(404, 503);
        On(app.MapGet, "", StatusAsync).Describe("readProjection", "Read how far a projection is", Tag)
            .Answers<ProjectionState>().Refuses(404, 503);
        On(app.MapDelete, "", StopAsync).Describe("stopProjection", "Stop a projection; the read model stays", Tag)
            .Produces(StatusCodes.Status204NoContent).Refuses(404, 503);
        app.MapPost(Route + "/rebuild", RebuildAsync).Describe("rebuildProjection", "Empty the read model and replay all events", Tag)
            .Answers<Rebuilt>().Refuses(404, 503);
        On(app.MapPut, "/delays", MeasureAsync).Describe("measureDelays", "Forget all delays and measure from a time on", Tag)
            .Accepts<MeasureDelays>("application/json").Produces(StatusCodes.Status204NoContent).Refuses(400, 404, 413, 415, 503);
        On(app.MapGet, "/delays", (s, context) => JsonAnswer.WriteAsync(context, s.Delays.Read()))
            .Describe("readDelays", "Read the distribution of SaveTime - ApiCallTime", Tag).Answers<ProjectionDelays>().Refuses(404, 503);
        On(app.MapGet, "/rows", ReadRowsAsync)
            .Describe("readRows", "Read every row's key, group, amount and hash of its document, in no order", Tag)
            .Answers<IReadOnlyList<ReadModelKey>>().Refuses(404, 503);
        app.MapGet(Route + "/rows/{eventId}", FindRowAsync).Describe("readRow", "Read the row of an event", Tag)
            .Answers<ReadModelDocument>().Refuses(400, 404, 503);
        app.MapGet(Route + "/totals/{group}", FindTotalAsync).Describe("readTotal", "Read the count and the sum of a group", Tag)
            .Answers<ReadModelSummary>().Refuses(404, 503);
    }

    private RouteHandlerBuilder On(
        Func<string, Delegate, RouteHandlerBuilder> map, string below, Func<ProjectionSession, HttpContext, Task> act) =>
        map(Route + below, async (string store, string projection, HttpContext context) =>
        {
            using var lease = await stores.EnterAsync(store);
            await act(lease.Value.ProjectionOf(projection), context);
        });

    private static async Task StartAsync(ProjectionSession session, HttpContext context)
    {
        await session.StartAsync(context.RequestAborted);
        await StatusAsync(session, context);
    }

    private static async Task StatusAsync(ProjectionSession session, HttpContext context) =>
        await JsonAnswer.WriteAsync(context, await session.StatusAsync(context.RequestAborted));

    private static async Task StopAsync(ProjectionSession session, HttpContext context)
    {
        await session.StopAsync();
        context.Response.StatusCode = StatusCodes.Status204NoContent;
    }

    private async Task RebuildAsync(string store, string projection, HttpContext context)
    {
        Task<Rebuilt> rebuilding;
        using (var lease = await stores.EnterAsync(store))
            rebuilding = lease.Value.ProjectionOf(projection).RebuildAsync();

        // A reset need not wait for the rebuild: it stops the projection, and with it the rebuild.
        var rebuilt = await rebuilding.WaitAsync(context.RequestAborted);
        await JsonAnswer.WriteAsync(context, rebuilt);
    }

    private static async Task MeasureAsync(ProjectionSession session, HttpContext context)
    {
        session.Delays.Measure((await JsonBody.ReadAsync<MeasureDelays>(context.Request)).From);
        context.Response.StatusCode = StatusCodes.Status204NoContent;
    }

    private static Task ReadRowsAsync(ProjectionSession session, HttpContext context) => session.ReadAsync(async model =>
    {
        var rows = model.ReadAllAsync(context.RequestAborted).Select(ReadModelKey.Of);
        await JsonAnswer.StreamAsync(context, rows);
        return true;
    });

    private async Task FindRowAsync(string store, string projection, string eventId, HttpContext context)
    {
        var id = Guid.TryParseExact(eventId, "D", out var parsed) ? parsed : throw Problem.Invalid("eventId", "must be a UUID.");
        using var lease = await stores.EnterAsync(store);
        var row = await lease.Value.ProjectionOf(projection).ReadAsync(model => model.FindAsync(id, context.RequestAborted).AsTask())
            ?? throw Problem.NotFound($"The read model {projection} of {store} has no row of event {id} (yet).");
        using var document = JsonDocument.Parse(row.Document);
        await JsonAnswer.WriteAsync(
            context, new ReadModelDocument(row.EventId, row.Group, row.Amount, row.ApiCallTime, document.RootElement));
    }

    private Task FindTotalAsync(string store, string projection, string group, HttpContext context) =>
        stores.AnswerAsync(store, context, async open =>
            await open.ProjectionOf(projection).ReadAsync(model => model.FindSummaryAsync(group, context.RequestAborted).AsTask())
            ?? throw Problem.NotFound($"The read model {projection} of {store} has no group '{group}' (yet)."));
}
