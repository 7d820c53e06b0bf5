namespace EventSourcingBench.Api.Endpoints;

/// <summary>Events of any kind: all events by the catch-up subscription, the events of a stream, and bulk appends.</summary>
internal sealed class EventsEndpoints(HostedStores stores)
{
    private const string Tag = "events";
    private const string Route = "/stores/{store}/events";
    private const int DefaultCount = 10_000;

    private static readonly ParameterDescription After = new("after", "The checkpoint of the page before. Default: from the start.");

    private static readonly ParameterDescription ByQuery = new(
        "query", "true: by a query, where the store has no streams. Default: by the subscription.", JsonSchemaType.Boolean);

    private static readonly ParameterDescription WithTag = new("tag", "With query=true: only events with this tag. Default: every event.");

    public void Map(IEndpointRouteBuilder app)
    {
        const string read = "Read events after a checkpoint. A page ends with the batch of the subscription that completes count events, "
            + "so it may hold more";
        const string append = "Append many events to the ends of many streams, all or none: a JSON object {stream, id, type, data, "
            + "metadata?} on each line. Answered when all have the durability of the store's tier";
        app.MapGet(Route, ReadAsync).Describe("readEvents", read, Tag).WithParameters([After, PageQuery.Count, ByQuery, WithTag])
            .Answers<EventsPage>().Refuses(400, 404, 503);
        app.MapPost(Route, AppendAsync).Describe("appendEvents", append, Tag).WithLines(BulkLines.MediaType)
            .Answers<AppendedEvents>(StatusCodes.Status201Created).Refuses(400, 404, 413, 415, 503, 504);
        app.MapGet("/stores/{store}/streams/{stream}", ReadStreamAsync)
            .Describe("readStream", "Read which events a stream has, from a version on", Tag)
            .WithParameters([PageQuery.From, PageQuery.Count]).Answers<StreamPage>().Refuses(400, 404, 503);
    }

    private async Task AppendAsync(string store, HttpContext context)
    {
        var hosted = stores.Find(store);
        var events = await BulkBody.ReadAsync(context.Request);
        using (var lease = await hosted.EnterAsync())
        {
            await Problem.BlamingAsync("body", "cannot be appended", async () =>
            {
                // Without a token: a started append is completed. A cancellation would only make its outcome unknown.
                await lease.Value.Bulk.AppendAsync(events, CancellationToken.None);
                return true;
            });
        }

        await JsonAnswer.CreatedAsync(context, new AppendedEvents(events.Count));
    }

    private Task ReadStreamAsync(string store, string stream, HttpContext context) => PageQuery.AnswerAsync(
        stores, store, StreamEndpoints.Parse(stream), DefaultCount, context, DeliveredEvent.Of,
        (events, next) => new StreamPage(events, next));

    private Task ReadAsync(string store, HttpContext context)
    {
        var count = PageQuery.ReadCount(context.Request.Query, otherwise: DefaultCount);
        var after = new Checkpoint(context.Request.Query[After.Name]);
        return stores.AnswerAsync(store, context, open => open.Order is { } order
            ? PageAsync(order, open.Store.Capabilities, after, count, context)
            : PageAsync(open.Subscription, open.Store.Capabilities, after, count, context.RequestAborted));
    }

    private static async Task<EventsPage> PageAsync(
        ICatchUpSubscription subscription, StoreCapabilities store, Checkpoint after, int count, CancellationToken cancellationToken)
    {
        var events = new List<DeliveredEvent>();
        try
        {
            await foreach (var batch in subscription.SubscribeAsync(after, cancellationToken))
            {
                events.AddRange(batch.Events.Select(e => DeliveredEvent.Of(store, e)));
                if (batch.CaughtUp || events.Count >= count)
                    return new EventsPage(events, batch.Checkpoint.Value ?? "", batch.CaughtUp);
            }
        }
        catch (FormatException e) when (events.Count == 0)
        {
            // Only the store can parse a checkpoint; it refuses an invalid one when the subscription starts.
            throw Problem.Invalid(After.Name, $"must be a checkpoint of this store: {e.Message}");
        }

        throw new StoreUnavailableException("The subscription ended before it had caught up. Read again after the last checkpoint.");
    }

    // A store without streams uses positions as checkpoints.
    private static async Task<EventsPage> PageAsync(
        DcbOrder order, StoreCapabilities store, Checkpoint after, int count, HttpContext context)
    {
        var position = 0L;
        if (!after.IsStart && !long.TryParse(after.Value, NumberStyles.None, CultureInfo.InvariantCulture, out position))
            throw Problem.Invalid(After.Name, "must be a checkpoint of this store: a whole number, 0 or more.");

        var query = context.Request.Query;
        var wanted = query[WithTag.Name] is [{ Length: > 0 } tag] ? DcbOrder.WithTag(tag) : DcbQuery.All;
        var (events, last, caughtUp) = PageQuery.ReadFlag(query, ByQuery.Name)
            ? await order.ReadAsync(wanted, position, count, context.RequestAborted)
            : await order.SubscribeAsync(position, count, context.RequestAborted);
        return new EventsPage([.. events.Select(e => DeliveredEvent.Of(store, e))], last.ToString(CultureInfo.InvariantCulture), caughtUp);
    }
}
