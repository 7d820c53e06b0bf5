using Microsoft.AspNetCore.Http.Extensions;

namespace EventSourcingBench.Api.Endpoints;

internal sealed class ReservationEndpoints(HostedStores stores, ApiNodes nodes, ReservationOptions options, TimeProvider time)
{
    private const string Tag = "reservations";

    // A forwarded request is always handled here, so it has at most one hop.
    private const string Forwarded = "EventSourcingBench-Forwarded";
    private const int MostAttempts = 100;
    private const string FormerMaxAttempts = "tries";
    private const string Shows = "/stores/{store}/shows";
    private const string Reservations = Shows + "/{show}/reservations";

    private static readonly ParameterDescription Strategy = new(
        "strategy", $"How the command side is run: {string.Join(", ", ReservationStrategies.Names)}. Default: as the API was started.");

    private static readonly ParameterDescription MaxAttempts = new(
        "maxAttempts", "Attempts of an append before its version conflict is reported, 1 to 100. Default: as the API was started.",
        JsonSchemaType.Integer);

    public void Map(IEndpointRouteBuilder app)
    {
        Command(app.MapPost(Shows, CreateAsync), "createShow", "Create a show").Accepts<CreateShow>("application/json");
        Command(app.MapPost(Reservations, ReserveAsync), "reserveSeat", "Reserve a seat").Accepts<ReserveSeat>("application/json");
        Command(app.MapDelete(Reservations + "/{seat}", CancelAsync), "cancelReservation", "Cancel the reservation of a seat");
        app.MapGet(Shows + "/{show}", ReadAsync).Describe("readShow", "Read which seats of a show are reserved", Tag)
            .Answers<ShowDocument>().Refuses(400, 404, 409, 503);
    }

    private static RouteHandlerBuilder Command(RouteHandlerBuilder endpoint, string id, string summary) => endpoint
        .Describe(id, summary, Tag).WithParameters([AppendHeaders.Key, Strategy, MaxAttempts])
        .Answers<ReservationAccepted>(StatusCodes.Status201Created).Refuses(400, 404, 409, 413, 415, 503, 504);

    private async Task CreateAsync(string store, HttpContext context)
    {
        var command = await JsonBody.ReadAsync<CreateShow>(context.Request);
        await RunAsync(store, command.Show, ShowCommandKind.Create, command.Seats, context);
    }

    private async Task ReserveAsync(string store, string show, HttpContext context)
    {
        var command = await JsonBody.ReadAsync<ReserveSeat>(context.Request);
        await RunAsync(store, show, ShowCommandKind.Reserve, command.Seat, context);
    }

    private async Task CancelAsync(string store, string show, string seat, HttpContext context)
    {
        if (!int.TryParse(seat, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
            throw Problem.Invalid("seat", $"must be a whole number; it is '{seat}'.");

        await RunAsync(store, show, ShowCommandKind.Cancel, number, context);
    }

    private Task ReadAsync(string store, string show, HttpContext context)
    {
        Problem.Require(ReservationRules.Check(show));
        return stores.AnswerAsync(store, context, async open =>
            await open.Shows.LoadAsync(show, context.RequestAborted) is { Version: > 0 } loaded
                ? new ShowDocument(show, loaded.Show.Seats, loaded.Show.Taken, loaded.Version)
                : throw Problem.NotFound($"There is no show '{show}'."));
    }

    private async Task RunAsync(string store, string show, ShowCommandKind kind, int number, HttpContext context)
    {
        Problem.Require(ReservationRules.Check(show, kind, number));
        var command = new ShowCommand(AppendHeaders.Read(context.Request.Headers, time).EventId, kind, number);
        var strategy = ReadStrategy(context.Request.Query[Strategy.Name]) ?? options.Strategy;
        if (context.Request.Query.ContainsKey(FormerMaxAttempts))
            throw Problem.Invalid(FormerMaxAttempts, $"is {MaxAttempts.Name} now.");

        var maxAttempts = (int)PageQuery.Read(context.Request.Query, MaxAttempts.Name, MostAttempts, options.MaxAttempts);
        var (isAnswered, mayHaveBegun) =
            strategy == ReservationStrategy.SingleWriter ? await ForwardAsync(show, command, context) : default;
        if (isAnswered)
            return;

        var answer = await AppendHeaders.RunAsync(context, stores.Find(store), async open =>
        {
            try
            {
                return await open.Shows.Of(strategy).RunAsync(show, command, maxAttempts, CancellationToken.None);
            }
            catch (StoreUnavailableException e) when (mayHaveBegun)
            {
                throw MayHaveBegun(e.Message, e);
            }
        });
        if (mayHaveBegun && !answer.IsAccepted)
            throw MayHaveBegun($"This node refuses it: {answer.Refusal?.ToString() ?? "a version conflict"}.");

        await (answer switch
        {
            { Refusal: { } refusal } => JsonAnswer.WriteAsync(context, Problem.Refused(refusal, answer.Tries, answer.Taken)),
            { IsConflict: true } => JsonAnswer.WriteAsync(context, Problem.RetriesExhausted(answer.Tries)),
            _ => JsonAnswer.CreatedAsync(context, new ReservationAccepted(command.Id, answer.Tries, answer.Version)),
        });
    }

    // Forwards to the node that keeps the show in memory. If that node is unavailable, the next one is tried, finally this one. The failed
    // node may have started the command: the same id makes a retry safe, and the expected version protects against two owners.
    private async Task<(bool IsAnswered, bool MayHaveBegun)> ForwardAsync(string show, ShowCommand command, HttpContext context)
    {
        var mayHaveBegun = false;
        // Once each: a node may be due again before the last of the others has failed.
        var tried = new HashSet<Uri>();
        while (!context.Request.Headers.ContainsKey(Forwarded) && nodes.OwnerOf(show) is { } owner && tried.Add(owner))
        {
            using var request = new HttpRequestMessage(
                new HttpMethod(context.Request.Method), new Uri(owner, context.Request.GetEncodedPathAndQuery()));
            request.Headers.TryAddWithoutValidation(Forwarded, "1");
            request.Headers.TryAddWithoutValidation(AppendHeaders.Key.Name, command.Id.ToString());
            request.Content = command.Kind switch
            {
                ShowCommandKind.Create => JsonContent.Create(new CreateShow(show, command.Number), ApiJson.Default.CreateShow),
                ShowCommandKind.Reserve => JsonContent.Create(new ReserveSeat(command.Number), ApiJson.Default.ReserveSeat),
                // The client would send a request without content again when the connection breaks.
                _ => new ByteArrayContent([]),
            };
            // Otherwise it would be sent in chunks.
            await request.Content.LoadIntoBufferAsync(CancellationToken.None);
            var (answer, mayHaveArrived) = await nodes.TrySendAsync(owner, request);
            if (answer is null)
            {
                mayHaveBegun |= mayHaveArrived;
                continue;
            }

            using (answer)
            {
                if (mayHaveBegun && !answer.IsSuccessStatusCode)
                    throw MayHaveBegun($"The next one answers {(int)answer.StatusCode}.");

                await JsonAnswer.RelayAsync(context, answer);
            }

            return (true, mayHaveBegun);
        }

        return (false, mayHaveBegun);
    }

    // What a later node refuses, the failed one may yet append.
    private static OutcomeUnknownException MayHaveBegun(string detail, Exception? cause = null) =>
        new($"The node of the show failed, and may have done it. {detail}", cause);

    private static ReservationStrategy? ReadStrategy(StringValues name) =>
        name.Count == 0 ? null
        : ReservationStrategies.Find(name.ToString())
        ?? throw Problem.Invalid(Strategy.Name, $"must be one of {string.Join(", ", ReservationStrategies.Names)}.");
}
