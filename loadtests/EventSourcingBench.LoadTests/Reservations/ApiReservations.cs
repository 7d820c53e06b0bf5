namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>
/// Reservations through the API. Where it has several nodes, a request whose connection is refused or breaks goes to another one, with
/// the same id: it is done once. What the first one did may not be known then: only a success of another one settles it.
/// </summary>
/// <param name="endpoint">The store; asked again for each request, as nodes may be replaced.</param>
/// <param name="strategy">How the API runs its command side.</param>
/// <param name="maxAttempts">Attempts of an append.</param>
/// <param name="control">Everything but the load.</param>
/// <param name="copies">How many requests are under way at once.</param>
internal sealed class ApiReservations(
    Func<ApiEndpoint> endpoint, ReservationStrategy strategy, int maxAttempts, ApiControl control, int copies)
    : IReservationTarget, IDisposable
{
    private readonly HttpLoadClient _client = new(copies);
    private readonly NodeChoice _choice = new();
    private readonly string _query = string.Create(CultureInfo.InvariantCulture, $"?strategy={strategy}&maxAttempts={maxAttempts}");

    public async ValueTask<ReservationReply> SendAsync(int worker, int show, ShowCommand command, TimeSpan timeout)
    {
        var id = ShowIds.Of(show);
        var isKnown = true;
        for (var sent = 1; ; sent++)
        {
            var api = endpoint();
            var node = _choice.For(id, api);
            var request = Request(api.AddressOn(api.Nodes[node]), id, command) with { IdempotencyKey = command.Id };
            var reply = await _client.SendAsync(worker, request, timeout, CancellationToken.None);
            if (!reply.LostConnection || sent >= api.Nodes.Count)
            {
                var read = Read(reply) with { Resent = sent - 1 };
                return isKnown ? read : read.AfterLostAnswer();
            }

            isKnown &= reply.Outcome != Outcome.Timeout;
            _choice.Avoid(node);
        }
    }

    public async Task<ShownSeats?> ReadAsync(int show, CancellationToken cancellationToken) =>
        await control.FindAsync($"shows/{ShowIds.Of(show)}", ApiJson.Default.ShowDocument, cancellationToken) is { } shown
            ? new ShownSeats(shown.Version, shown.Taken)
            : null;

    public void Dispose() => _client.Dispose();

    private static ReservationReply Read(HttpLoadReply reply) => reply.Outcome switch
    {
        Outcome.Success => Read(JsonSerializer.Deserialize(reply.Body.Span, ApiJson.Default.ReservationAccepted)!),
        Outcome.Conflict => Read(JsonSerializer.Deserialize(reply.Body.Span, ApiJson.Default.ApiProblem)!),
        _ => new ReservationReply(reply.Outcome, Error: reply.Error),
    };

    private static ReservationReply Read(ReservationAccepted accepted) =>
        new(Outcome.Success, Conflicts: Math.Max(0, accepted.Tries - 1), Version: accepted.Version);

    private static ReservationReply Read(ApiProblem problem) => problem.Type == ProblemTypes.ForeignEvent
        ? new ReservationReply(Outcome.Error, Error: problem.Detail)
        : new ReservationReply(
            problem.Refusal is null ? Outcome.Conflict : Outcome.Refused, problem.RefusalAs<ReservationRefusal>(), problem.Conflicts ?? 0);

    private HttpLoadRequest Request(Uri api, string show, ShowCommand command) => command.Kind switch
    {
        ShowCommandKind.Create => new HttpLoadRequest(HttpMethod.Post, new Uri(api, "shows" + _query))
        {
            Body = JsonSerializer.SerializeToUtf8Bytes(new CreateShow { Show = show, Seats = command.Number }, ApiJson.Default.CreateShow),
        },
        ShowCommandKind.Reserve => new HttpLoadRequest(HttpMethod.Post, new Uri(api, $"shows/{show}/reservations{_query}"))
        {
            Body = JsonSerializer.SerializeToUtf8Bytes(new ReserveSeat { Seat = command.Number }, ApiJson.Default.ReserveSeat),
        },
        ShowCommandKind.Cancel => new HttpLoadRequest(
            HttpMethod.Delete, new Uri(
                api, string.Create(CultureInfo.InvariantCulture, $"shows/{show}/reservations/{command.Number}{_query}"))),
        _ => throw new ArgumentException($"{command.Kind} is no command.", nameof(command)),
    };
}
