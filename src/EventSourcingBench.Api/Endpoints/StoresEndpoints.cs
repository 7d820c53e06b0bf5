namespace EventSourcingBench.Api.Endpoints;

internal sealed class StoresEndpoints(HostedStores stores, bool allowReset, PauseWatch? pauses)
{
    private const string Tag = "stores";

    private static readonly ParameterDescription Namespace = new(
        "namespace",
        "Open the store on the data of this namespace instead: 1 to 40 of a-z, 0-9 and _, starting with a letter. Default: a new one.");

    public void Map(IEndpointRouteBuilder app)
    {
        const string reset = "Empty the store: it is opened again without data, its old data is dropped, its projection stopped";
        const string work = "Read the counters of a store, what it has done in the background, when the process paused, and with "
            + "plans=true the plans of the statements that the store used; counters=false leaves the counters out";
        const string close = "Close an embedded store and keep its data, so that another process can open it";
        app.MapGet("/stores", (Delegate)ListAsync).Describe("listStores", "List the stores", Tag).Answers<StoreList>();
        app.MapGet("/stores/{store}", DescribeAsync)
            .Describe("readStore", "Read a store's versions, durability and settings, as they are in force", Tag)
            .Answers<StoreDetails>().Refuses(404, 503);
        app.MapGet("/stores/{store}/work", ReadWorkAsync).Describe("readWork", work, Tag).Answers<StoreWork>().Refuses(400, 404, 503);
        app.MapPost("/stores/{store}/reset", ResetAsync).Describe("resetStore", reset, Tag).WithParameters([Namespace])
            .Answers<StoreReset>().Refuses(400, 403, 404, 503);
        app.MapPost("/stores/{store}/rest", RestAsync)
            .Describe("restStore", "Let the store come to rest, such as by a checkpoint: what it would do later anyway", Tag)
            .Answers<StoreRest>().Refuses(404, 503);
        app.MapPost("/stores/{store}/close", (string store) => CloseAsync(store, keepsFiles: true)).Describe("closeStore", close, Tag)
            .Produces(StatusCodes.Status204NoContent).Refuses(403, 404, 503);
        app.MapDelete("/stores/{store}", (string store) => CloseAsync(store, keepsFiles: false))
            .Describe("dropStore", "Close a store and drop its data, unless it is kept; the next reset opens it", Tag)
            .Produces(StatusCodes.Status204NoContent).Refuses(403, 404, 503);
    }

    private Task ListAsync(HttpContext context) => JsonAnswer.WriteAsync(
        context, new StoreList([.. stores.All.Select(s => new StoreSummary(s.Name, s.Summary))]));

    private async Task DescribeAsync(string store, HttpContext context)
    {
        var hosted = stores.Find(store);
        using var lease = await hosted.EnterAsync();
        var open = lease.Value.Store;
        var description = await open.DescribeAsync(context.RequestAborted);
        var details = new StoreDetails(
            hosted.Name, hosted.Summary, lease.Value.Namespace, open.Capabilities, BulkAppends: open.Bulk is not null,
            Streams: open.Events is not null, Order: open.Subscription is not null || open.Dcb is not null,
            RequestsUnderWay: hosted.RequestsUnderWay - 1, description.ServerVersion, description.ClientVersion, description.Durability,
            Secrets.OfThisProcess.Redact(description.DurabilityReason), description.Reads, description.Mechanism,
            [.. description.Settings.Select(s => s with { Value = Secrets.OfThisProcess.Redact(s.Value) })], ClockIdentity.Current,
            ProcessIdentity.Current);
        await JsonAnswer.WriteAsync(context, details);
    }

    private Task ReadWorkAsync(string store, HttpContext context, bool counters = true, bool plans = false) =>
        stores.AnswerAsync(store, context, async open => await StoreWork.ReadAsync(open.Store, counters, plans, context.RequestAborted) with
        {
            // To count them precisely stops all threads.
            AllocatedBytes = counters ? GC.GetTotalAllocatedBytes(precise: true) : null,
            Pauses = pauses?.Pauses ?? [],
        });

    private Task RestAsync(string store, HttpContext context) => stores.AnswerAsync(store, context, async open =>
        new StoreRest(open.Store.Inspector is { } inspector ? await inspector.RestAsync(context.RequestAborted) : null));

    private async Task<IResult> CloseAsync(string store, bool keepsFiles) => await FindToReset(store).CloseAsync(keepsFiles)
        ? Results.NoContent()
        : throw Problem.NotFound($"{store} is not an open embedded store: other processes can read its server.");

    private async Task ResetAsync(string store, HttpContext context)
    {
        var hosted = FindToReset(store);
        var wanted = (string?)context.Request.Query[Namespace.Name];
        if (wanted is not null && !RunNamespace.IsValid(wanted))
            throw Problem.Invalid(Namespace.Name, "must be 1 to 40 of a-z, 0-9 and _, starting with a letter.");

        await JsonAnswer.WriteAsync(context, new StoreReset(await hosted.ResetAsync(wanted, context.RequestAborted)));
    }

    private HostedStore FindToReset(string store)
    {
        var hosted = stores.Find(store);
        return allowReset ? hosted : throw Problem.Forbidden("Resetting drops data: start the API with --allow-reset to allow it.");
    }
}
