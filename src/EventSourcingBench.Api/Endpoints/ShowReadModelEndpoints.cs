using EventSourcingBench.Domain;

namespace EventSourcingBench.Api;

/// <summary>The read model of shows, which counts the seats that are taken: its projection, its rows, its sums.</summary>
internal sealed class ShowReadModelEndpoints(HostedStores stores)
{
    private const string Route = "/stores/{store}/shows-projection";
    private const string Rows = "/stores/{store}/read-model/shows";
    private const string Tag = "reservations";

    public void Map(IEndpointRouteBuilder app)
    {
        new ProjectionControl(stores, s => s.Shows).Map(app, Route, "ShowsProjection", "the projection of shows", Tag);
        app.MapGet(Rows, ReadAllAsync).Describe("readShowRows", "Read every reservation and cancellation that is projected, in no order", Tag)
            .Answers<IReadOnlyList<ReadModelKey>>().Refuses(404, 503);
        app.MapGet(Rows + "/{show}", FindAsync).Describe("readShowTotal", "Read how many seats of a show the read model has as taken", Tag)
            .Answers<ShowTotal>().Refuses(400, 404, 503);
    }

    private async Task ReadAllAsync(string store, HttpContext context)
    {
        using var lease = await stores.EnterAsync(store);
        await lease.Value.Shows.ReadAsync(model => ReadModelRows.WriteAsync(context, model));
    }

    private async Task FindAsync(string store, string show, HttpContext context)
    {
        FieldComplaints.Check(ReservationRules.Check(show));
        using var lease = await stores.EnterAsync(store);
        var summary = await lease.Value.Shows.ReadAsync(model => model.FindSummaryAsync(show, context.RequestAborted).AsTask())
            ?? throw new ProblemException(Problem.NotFound($"The read model of {store} has no reservation of a show '{show}' (yet)."));
        await JsonAnswer.WriteAsync(context, new ShowTotal(summary.Group, summary.Count, summary.Total), ApiJson.Default.ShowTotal);
    }
}
