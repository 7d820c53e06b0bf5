using System.Globalization;
using System.Net.Http.Headers;
using System.Text.Json;
using EventSourcingBench.Domain;
using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.Extensions.Primitives;
using Microsoft.OpenApi;

namespace EventSourcingBench.Api;

/// <summary>Shows and the reservations of their seats.</summary>
internal sealed class ReservationEndpoints(HostedStores stores, ApiNodes nodes, ReservationOptions options, TimeProvider time)
{
    private const string Tag = "reservations";

    // A node that is asked by another decides by itself: requests go over one hop at most.
    private const string Forwarded = "EventSourcingBench-Forwarded";
    private const int MostTries = 100;
    private const string Shows = "/stores/{store}/shows";
    private const string Reservations = Shows + "/{show}/reservations";

    private static readonly ParameterDescription Strategy = new(
        ParameterLocation.Query,
        "strategy",
        JsonSchemaType.String,
        $"How the command side is run: {string.Join(", ", ReservationStrategies.Names)}. Default: as the API was started.");

    private static readonly ParameterDescription Tries = new(
        ParameterLocation.Query,
        "tries",
        JsonSchemaType.Integer,
        "How often an append is tried before its version conflict is reported, 1 to 100. Default: as the API was started.");

    public void Map(IEndpointRouteBuilder app)
    {
        Command(app.MapPost(Shows, CreateAsync), "createShow", "Create a show").Accepts<CreateShow>("application/json");
        Command(app.MapPost(Reservations, ReserveAsync), "reserveSeat", "Reserve a seat").Accepts<ReserveSeat>("application/json");
        Command(app.MapDelete(Reservations + "/{seat}", CancelAsync), "cancelReservation", "Cancel the reservation of a seat");
        app.MapGet(Shows + "/{show}", ReadAsync)
            .Describe("readShow", "Read which seats of a show are reserved", Tag)
            .Answers<ShowDocument>()
            .Refuses(400, 404, 409, 503);
    }

    private static RouteHandlerBuilder Command(RouteHandlerBuilder endpoint, string id, string summary) => endpoint
        .Describe(id, summary, Tag)
        .WithParameters([AppendHeaders.IdempotencyKeyDescription, Strategy, Tries])
        .Answers<ReservationAccepted>(StatusCodes.Status201Created)
        .Refuses(400, 404, 409, 413, 415, 503, 504);

    private async Task CreateAsync(string store, HttpContext context)
    {
        var command = await JsonBody.ReadAsync(context.Request, ApiJson.Default.CreateShow);
        FieldComplaints.Check(ReservationRules.Check(command));
        await RunAsync(store, command.Show, ShowCommandKind.Create, command.Seats, context);
    }

    private async Task ReserveAsync(string store, string show, HttpContext context)
    {
        var command = await JsonBody.ReadAsync(context.Request, ApiJson.Default.ReserveSeat);
        FieldComplaints.Check(ReservationRules.Check(show, command.Seat));
        await RunAsync(store, show, ShowCommandKind.Reserve, command.Seat, context);
    }

    private async Task CancelAsync(string store, string show, string seat, HttpContext context)
    {
        if (!int.TryParse(seat, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
        {
            throw Problem.Invalid("seat", $"must be a whole number; it is '{seat}'.");
        }

        FieldComplaints.Check(ReservationRules.Check(show, number));
        await RunAsync(store, show, ShowCommandKind.Cancel, number, context);
    }

    private async Task ReadAsync(string store, string show, HttpContext context)
    {
        FieldComplaints.Check(ReservationRules.Check(show));
        LoadedShow loaded;
        using (var lease = await stores.EnterAsync(store))
        {
            loaded = await lease.Value.LoadShowAsync(show, context.RequestAborted);
        }

        await (loaded.Version == 0
            ? JsonAnswer.WriteAsync(context, Problem.NotFound($"There is no show '{show}'."))
            : JsonAnswer.WriteAsync(
                context, new ShowDocument(show, loaded.Show.Seats, loaded.Show.Taken, loaded.Version), ApiJson.Default.ShowDocument));
    }

    private async Task RunAsync(string store, string show, ShowCommandKind kind, int number, HttpContext context)
    {
        var id = AppendHeaders.Read(context.Request.Headers).IdempotencyKey ?? Guid.CreateVersion7(time.GetUtcNow());
        var command = new ShowCommand(id, kind, number);
        var strategy = ReadStrategy(context.Request.Query[Strategy.Name]) ?? options.Strategy;
        var tries = ReadTries(context.Request.Query[Tries.Name]);

        if (strategy == ReservationStrategy.SingleWriter && await TryForwardAsync(show, command, context))
        {
            return;
        }

        // Without a token: what began is carried through. Giving up would only make its outcome unknown.
        ReservationAnswer answer;
        using (var lease = await stores.EnterAsync(store))
        {
            answer = await lease.Value.ReservationsBy(strategy, tries).RunAsync(show, command, CancellationToken.None);
        }

        await (answer switch
        {
            { Refusal: { } refusal } => JsonAnswer.WriteAsync(context, Problem.Refused(refusal, answer.Taken, answer.Tries)),
            { IsConflict: true } => JsonAnswer.WriteAsync(context, Problem.RetriesExhausted(answer.Tries)),
            _ => JsonAnswer.WriteAsync(
                context,
                new ReservationAccepted(id, answer.Tries, answer.Version),
                ApiJson.Default.ReservationAccepted,
                StatusCodes.Status201Created),
        });
    }

    // To the one node that keeps the show in memory. A node that is gone is no owner any more: the next one is asked, in the end this
    // one. It may have begun: the same id makes a repeat harmless, and the expected version guards what two owners decide.
    private async Task<bool> TryForwardAsync(string show, ShowCommand command, HttpContext context)
    {
        if (context.Request.Headers.ContainsKey(Forwarded))
        {
            return false;
        }

        while (nodes.OwnerOf(show) is { } owner)
        {
            using var request = new HttpRequestMessage(new HttpMethod(context.Request.Method), new Uri(owner, context.Request.GetEncodedPathAndQuery()));
            request.Headers.TryAddWithoutValidation(Forwarded, "1");
            request.Headers.TryAddWithoutValidation(AppendHeaders.IdempotencyKeyName, command.Id.ToString());
            request.Content = Body(show, command);
            using var response = await nodes.TrySendAsync(owner, request, CancellationToken.None);
            if (response is not null)
            {
                await JsonAnswer.RelayAsync(context, response);
                return true;
            }
        }

        return false;
    }

    private static ByteArrayContent? Body(string show, ShowCommand command)
    {
        var json = command.Kind switch
        {
            ShowCommandKind.Create => JsonSerializer.SerializeToUtf8Bytes(new CreateShow { Show = show, Seats = command.Number }, ApiJson.Default.CreateShow),
            ShowCommandKind.Reserve => JsonSerializer.SerializeToUtf8Bytes(new ReserveSeat { Seat = command.Number }, ApiJson.Default.ReserveSeat),
            _ => null,
        };
        return json is null ? null : new ByteArrayContent(json) { Headers = { ContentType = new MediaTypeHeaderValue("application/json") } };
    }

    private static ReservationStrategy? ReadStrategy(StringValues name) =>
        name.Count == 0 ? null
        : ReservationStrategies.Find(name.ToString())
        ?? throw Problem.Invalid(Strategy.Name, $"must be one of {string.Join(", ", ReservationStrategies.Names)}.");

    private static int? ReadTries(StringValues text) =>
        text.Count == 0 ? null
        : int.TryParse(text.ToString(), NumberStyles.None, CultureInfo.InvariantCulture, out var tries) && tries is >= 1 and <= MostTries ? tries
        : throw Problem.Invalid(Tries.Name, $"must be a whole number from 1 to {MostTries}.");
}
