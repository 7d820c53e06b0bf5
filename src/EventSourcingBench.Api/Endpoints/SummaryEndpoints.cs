namespace EventSourcingBench.Api;

/// <summary>What the read model says of a currency.</summary>
internal sealed class SummaryEndpoints(HostedStores stores)
{
    public void Map(IEndpointRouteBuilder app) => app.MapGet("/stores/{store}/currencies/{symbol}", ReadAsync)
        .Describe("readCurrency", "Read a currency's sums from the read model", "currencies")
        .Answers<CurrencySummary>()
        .Refuses(400, 404, 503);

    private async Task ReadAsync(string store, string symbol, HttpContext context)
    {
        var currency = Symbols.Parse(symbol);
        using var lease = await stores.EnterAsync(store);
        var summary = await lease.Value.Projection.ReadAsync(
            model => model.FindSummaryAsync(currency.Value, context.RequestAborted).AsTask())
            ?? throw new ProblemException(Problem.NotFound($"The read model of {store} has no bar of {currency} (yet)."));
        await JsonAnswer.WriteAsync(
            context, new CurrencySummary(summary.Group, summary.Count, summary.Total), ApiJson.Default.CurrencySummary);
    }
}
