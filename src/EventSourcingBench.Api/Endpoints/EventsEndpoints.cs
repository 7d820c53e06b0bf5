using EventSourcingBench.Abstractions;
using Microsoft.OpenApi;

namespace EventSourcingBench.Api;

/// <summary>All events of a store, read through its catch-up subscription.</summary>
internal sealed class EventsEndpoints(HostedStores stores)
{
    private const int DefaultCount = 10_000;
    private const string AfterName = "after";

    private static readonly ParameterDescription After = new(
        ParameterLocation.Query, AfterName, JsonSchemaType.String, "The checkpoint of the page before. Default: from the start.");

    public void Map(IEndpointRouteBuilder app) => app.MapGet("/stores/{store}/events", ReadAsync)
        .Describe(
            "readEvents",
            "Read events after a checkpoint. A page ends with the batch of the subscription that completes count events, so it may hold more",
            "events")
        .WithParameters([After, PageQuery.Count])
        .Answers<EventsPage>()
        .Refuses(400, 404, 503);

    private async Task ReadAsync(string store, HttpContext context)
    {
        var query = context.Request.Query;
        var count = PageQuery.ReadCount(query, otherwise: DefaultCount);
        var after = new Checkpoint(query[AfterName]);
        EventsPage page;
        using (var lease = await stores.EnterAsync(store))
        {
            page = await PageAsync(lease.Value.Subscription, after, count, context.RequestAborted);
        }

        await JsonAnswer.WriteAsync(context, page, ApiJson.Default.EventsPage);
    }

    private static async Task<EventsPage> PageAsync(
        ICatchUpSubscription subscription, Checkpoint after, int count, CancellationToken cancellationToken)
    {
        var events = new List<DeliveredEvent>();
        await using var batches = subscription.SubscribeAsync(after, cancellationToken).GetAsyncEnumerator(cancellationToken);
        var more = await FirstAsync(batches);
        while (more)
        {
            var batch = batches.Current;
            events.AddRange(batch.Events.Select(e => new DeliveredEvent(e.Id, e.Stream.Value, e.Version)));
            if (batch.CaughtUp || events.Count >= count)
            {
                return new EventsPage(events, batch.Checkpoint.Value ?? "", batch.CaughtUp);
            }

            more = await batches.MoveNextAsync();
        }

        throw new StoreUnavailableException("The subscription ended before it had caught up. Read again after the last checkpoint.");
    }

    // A checkpoint is the store's to understand; it says so when the subscription begins.
    private static async ValueTask<bool> FirstAsync(IAsyncEnumerator<EventBatch> batches)
    {
        try
        {
            return await batches.MoveNextAsync();
        }
        catch (FormatException e)
        {
            throw Problem.Invalid(AfterName, $"must be a checkpoint of this store: {e.Message}");
        }
    }
}
