namespace EventSourcingBench.LoadTests.Targets;

/// <summary>The clients of a load on a store behind the API.</summary>
/// <param name="endpoint">The store; asked again for each request where nodes may be replaced.</param>
/// <param name="copies">Workers, and the most connections; 1 or more.</param>
internal sealed class ApiLoadTarget(Func<ApiEndpoint> endpoint, int copies) : ILoadTarget, IDisposable
{
    private readonly ApiControl _control = new(endpoint().Nodes[0], endpoint().Store);
    private readonly ApiAppender _appender = new(new Uri(endpoint().Address, "currencies/"), copies);
    private ApiEnrolments? _enrolments;
    private ApiReservations? _reservations;
    private ApiStreams? _streams;

    public ApiEndpoint Endpoint => endpoint();

    public IEnrolmentTarget Enrolments => _enrolments ??= new ApiEnrolments(Endpoint.Address, Endpoint.EventsOfJoining, _control, copies);

    public IStreamTarget Streams => _streams ??= new ApiStreams(Endpoint.Address, copies);

    public ValueTask<AppendReply> AppendAsync(AppendRequest request, TimeSpan timeout) => _appender.AppendAsync(request, timeout);

    public IReservationTarget ReservationsBy(ReservationStrategy strategy, int maxAttempts)
    {
        _reservations?.Dispose();
        return _reservations = new ApiReservations(endpoint, strategy, maxAttempts, _control, copies);
    }

    public void Dispose()
    {
        _appender.Dispose();
        _enrolments?.Dispose();
        _reservations?.Dispose();
        _streams?.Dispose();
        _control.Dispose();
    }
}

/// <summary>
/// A store behind the API, as the clients of a load need to know it. An enrolment leaves 1 event with DCB, 2 with aggregates.
/// </summary>
internal sealed record ApiEndpoint(string Store, IReadOnlyList<Uri> Nodes, Routing Routing, int EventsOfJoining)
{
    /// <summary>The address of the store on the first node, ending in a slash.</summary>
    public Uri Address => AddressOn(Nodes[0]);

    /// <summary>The address of the store on a node, ending in a slash.</summary>
    public Uri AddressOn(Uri node) => new(node, $"stores/{Store}/");
}
