namespace EventSourcingBench.Api.Endpoints;

/// <summary>The bars of a currency: append and read. Appending is the measured operation.</summary>
internal sealed class BarsEndpoints(HostedStores stores, ApiMeter meter, TimeProvider time)
{
    private const int DefaultCount = 1000;
    private const string Route = "/stores/{store}/currencies/{symbol}/bars";

    public void Map(IEndpointRouteBuilder app)
    {
        app.MapPost(Route, AppendAsync)
            .Describe("appendBar", "Append a bar to a currency", "currencies")
            .WithParameters(AppendHeaders.Descriptions)
            .Accepts<AddCurrencyInfo>("application/json")
            .Answers<AppendedBar>(StatusCodes.Status201Created)
            .Refuses(400, 404, 409, 413, 415, 503, 504);
        app.MapGet(Route, ReadAsync)
            .Describe("readBars", "Read the bars of a currency, from a version on", "currencies")
            .WithParameters([PageQuery.From, PageQuery.Count])
            .Answers<BarsPage>()
            .Refuses(400, 404, 409, 503);
    }

    private async Task AppendAsync(string store, string symbol, HttpContext context)
    {
        var hosted = stores.Find(store);
        var currency = Symbols.Parse(symbol);
        var headers = AppendHeaders.Read(context.Request.Headers);
        var command = await JsonBody.ReadAsync(context.Request, ApiJson.Default.AddCurrencyInfo);
        FieldComplaints.Check(AddCurrencyInfoRules.Check(command));
        var eventId = headers.IdempotencyKey ?? Guid.CreateVersion7(time.GetUtcNow());
        var data = CurrencyEvents.ToEventData(eventId, Currency.Decide(currency, command));
        AppendResult result;
        using (var lease = await hosted.EnterAsync())
        {
            // Without a token: a started append is completed. A cancellation would only make its outcome unknown.
            result = await meter.AppendAsync(store, lease.Value.Events, CurrencyStreams.For(currency), headers.Expected, data);
        }

        await (result switch
        {
            Appended appended => CreatedAsync(context, eventId, appended),
            WrongExpectedVersion lost => JsonAnswer.WriteAsync(context, Problem.WrongExpectedVersion(lost)),
            _ => throw new InvalidOperationException($"{result.GetType().Name} is not a result of an append."),
        });
    }

    private async Task ReadAsync(string store, string symbol, HttpContext context)
    {
        var stream = CurrencyStreams.For(Symbols.Parse(symbol));
        var from = PageQuery.ReadFrom(context.Request.Query);
        var count = PageQuery.ReadCount(context.Request.Query, otherwise: DefaultCount);
        var items = new List<StoredBar>(Math.Min(count, DefaultCount));
        long? next = null;
        using (var lease = await stores.EnterAsync(store))
        {
            // One event more than requested shows whether there is another page.
            await foreach (var recorded in lease.Value.Events.ReadStreamAsync(stream, from, count + 1L, context.RequestAborted))
            {
                if (items.Count == count)
                {
                    next = recorded.Version;
                    break;
                }

                items.Add(new StoredBar(recorded.Version, recorded.Id, recorded.Position, CurrencyEvents.FromRecorded(recorded)));
            }
        }

        await JsonAnswer.WriteAsync(context, new BarsPage(items, next), ApiJson.Default.BarsPage);
    }

    private static Task CreatedAsync(HttpContext context, Guid eventId, Appended appended)
    {
        var headers = context.Response.Headers;
        headers.ETag = $"\"{appended.StreamVersion}\"";
        headers.Location = $"{context.Request.Path}?from={appended.StreamVersion}&count=1";
        return JsonAnswer.WriteAsync(
            context,
            new AppendedBar(eventId, appended.StreamVersion, appended.Position),
            ApiJson.Default.AppendedBar,
            StatusCodes.Status201Created);
    }
}
