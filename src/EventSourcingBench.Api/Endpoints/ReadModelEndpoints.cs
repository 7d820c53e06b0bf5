using EventSourcingBench.Domain;

namespace EventSourcingBench.Api;

/// <summary>The rows that the projection saved.</summary>
internal sealed class ReadModelEndpoints(HostedStores stores)
{
    private const string Route = "/stores/{store}/read-model/bars";

    public void Map(IEndpointRouteBuilder app)
    {
        app.MapGet(Route, ReadAllAsync)
            .Describe("readAllRows", "Read every row's key, group, amount and hash of its document, in no order", "read model")
            .Answers<IReadOnlyList<ReadModelKey>>()
            .Refuses(404, 503);
        app.MapGet(Route + "/{eventId}", FindAsync)
            .Describe("readRow", "Read the row of an event", "read model")
            .Answers<BarDocument>()
            .Refuses(400, 404, 409, 503);
    }

    private async Task ReadAllAsync(string store, HttpContext context)
    {
        using var lease = await stores.EnterAsync(store);
        await lease.Value.Projection.ReadAsync(model => ReadModelRows.WriteAsync(context, model));
    }

    private async Task FindAsync(string store, string eventId, HttpContext context)
    {
        var id = Guid.TryParseExact(eventId, "D", out var parsed) ? parsed : throw Problem.Invalid("eventId", "must be a UUID.");
        using var lease = await stores.EnterAsync(store);
        var row = await lease.Value.Projection.ReadAsync(model => model.FindAsync(id, context.RequestAborted).AsTask())
            ?? throw new ProblemException(Problem.NotFound($"The read model of {store} has no row of event {id} (yet)."));
        var bar = CurrencyEvents.Read(id, row.Document.Span);
        await JsonAnswer.WriteAsync(
            context, new BarDocument(row.EventId, row.Group, row.Amount, row.ApiCallTime, bar), ApiJson.Default.BarDocument);
    }
}
