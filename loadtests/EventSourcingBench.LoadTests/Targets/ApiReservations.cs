namespace EventSourcingBench.LoadTests.Targets;

/// <summary>
/// Reservations through the API. Where it has several nodes, a request whose connection is refused or breaks goes to another one, with
/// the same id: it is done once. What the first one did may not be known then: only a success of another one settles it. The endpoint is
/// asked for again for each request, as nodes may be replaced.
/// </summary>
internal sealed class ApiReservations(
    Func<ApiEndpoint> endpoint, ReservationStrategy strategy, int maxAttempts, ApiControl control, int copies)
    : IReservationTarget, IDisposable
{
    private readonly HttpLoadClient _client = new(copies);
    private readonly NodeChoice _choice = new();
    private readonly string _query = string.Create(CultureInfo.InvariantCulture, $"?strategy={strategy}&maxAttempts={maxAttempts}");

    public async ValueTask<CommandReply<ReservationRefusal>> SendAsync(int worker, int show, ShowCommand command, TimeSpan timeout)
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

    private static CommandReply<ReservationRefusal> Read(HttpLoadReply reply) => CommandReply<ReservationRefusal>.Of(reply, body =>
    {
        var accepted = JsonSerializer.Deserialize(body.Span, ApiJson.Default.ReservationAccepted)!;
        return new(Outcome.Success, Conflicts: Math.Max(0, accepted.Tries - 1), Version: accepted.Version);
    });

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
            HttpMethod.Delete, new Uri(api, FormattableString.Invariant($"shows/{show}/reservations/{command.Number}{_query}"))),
        _ => throw new ArgumentException($"{command.Kind} is no command.", nameof(command)),
    };
}
