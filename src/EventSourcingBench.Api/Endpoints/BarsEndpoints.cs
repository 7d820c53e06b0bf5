namespace EventSourcingBench.Api.Endpoints;

internal sealed class BarsEndpoints(HostedStores stores, TimeProvider time)
{
    private const int DefaultCount = 1000;
    private const string Route = "/stores/{store}/currencies/{symbol}/bars";

    public void Map(IEndpointRouteBuilder app)
    {
        app.MapPost(Route, AppendAsync).Describe("appendBar", "Append a bar to a currency", "currencies")
            .WithParameters(AppendHeaders.Descriptions).Accepts<AddCurrencyInfo>("application/json")
            .Answers<AppendedBar>(StatusCodes.Status201Created).Refuses(400, 404, 409, 413, 415, 503, 504);
        app.MapGet(Route, ReadAsync).Describe("readBars", "Read the bars of a currency, from a version on", "currencies")
            .WithParameters([PageQuery.From, PageQuery.Count]).Answers<BarsPage>().Refuses(400, 404, 409, 503);
    }

    private async Task AppendAsync(string store, string symbol, HttpContext context)
    {
        var hosted = stores.Find(store);
        var currency = Parse(symbol);
        var (expected, eventId) = AppendHeaders.Read(context.Request.Headers, time);
        var command = await JsonBody.ReadAsync<AddCurrencyInfo>(context.Request);
        Problem.Require(AddCurrencyInfoRules.Check(command));
        var data = CurrencyEvents.ToEventData(eventId, Currency.Decide(currency, command));
        var result = await AppendHeaders.RunAsync(
            context, hosted, open => ApiMeter.AppendAsync(store, open.Events, CurrencyStreams.For(currency), expected, data));
        if (result is Appended(var version, _))
            context.Response.Headers.Location = $"{context.Request.Path}?from={version}&count=1";

        await JsonAnswer.WriteAsync(context, result, appended => new AppendedBar(eventId, appended.StreamVersion, appended.Position));
    }

    private Task ReadAsync(string store, string symbol, HttpContext context) => PageQuery.AnswerAsync(
        stores, store, CurrencyStreams.For(Parse(symbol)), DefaultCount, context,
        (_, r) => new StoredBar(r.Version, r.Id, r.Position, CurrencyEvents.FromRecorded(r)), (bars, next) => new BarsPage(bars, next));

    private static CurrencySymbol Parse(string symbol) => CurrencySymbol.TryParse(symbol, out var parsed)
        ? parsed : throw Problem.Invalid("symbol", "must be 6 upper-case letters, such as EURUSD.");
}
