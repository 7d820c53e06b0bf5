namespace EventSourcingBench.Api.Stores;

/// <summary>A store between two resets, with its projections.</summary>
internal sealed class OpenStore(string name, string ns, IStore store, ReservationSides reservations, TimeProvider time)
    : IAsyncDisposable
{
    private readonly StreamLoader? _streams = store.Events is null ? null : new StreamLoader(store, time);
    private readonly IEnrolments? _enrolments = IEnrolments.On(store);
    private readonly Dictionary<string, ProjectionSession> _projections = store.Projections is { } host
        ? Projections.All.ToDictionary(
            p => p.Name, p => new ProjectionSession(name, host, p, new DelayRecorder(delay => ApiMeter.RecordDelay(name, delay)), time),
            StringComparer.Ordinal)
        : [];

    public string Namespace => ns;

    public IStore Store => store;

    public IEventStore Events => store.Events ?? throw Lacks("streams");

    public ReservationSides Shows => store.Events is null ? throw Lacks("streams") : reservations;

    public StreamLoader Streams => _streams ?? throw Lacks("streams");

    /// <summary>How its events are paged where it has no streams; one, as it remembers what was waited for in vain.</summary>
    public DcbOrder? Order { get; } = store is { Subscription: null, Dcb: { } dcb } ? new DcbOrder(dcb, time) : null;

    public ICatchUpSubscription Subscription => store.Subscription ?? throw Lacks("catch-up subscription");

    public IBulkWriter Bulk => store.Bulk ?? throw Lacks("bulk appends");

    public IEnrolments Enrolments => _enrolments ?? throw Lacks("dynamic consistency boundaries, and no appends to several streams");

    /// <summary>Lets an embedded store keep its files when it is closed.</summary>
    /// <returns>False for a store with a server, whose data other processes can read at any time.</returns>
    public bool TryKeepFiles() => store is OwnedFolderStore { HoldsData: true } owned && (owned.KeepsFolder = true);

    public ProjectionSession ProjectionOf(string projection) =>
        _projections.Count == 0 ? throw Lacks("projections")
        : _projections.GetValueOrDefault(projection) ?? throw Problem.NotFound(
            $"There is no projection '{projection}'. The projections are {string.Join(", ", _projections.Keys)}.");

    public async ValueTask DisposeAsync()
    {
        await using var last = store;
        await reservations.DisposeAsync();
        foreach (var projection in _projections.Values)
            await projection.DisposeAsync();
    }

    private ProblemException Lacks(string what) => Problem.NotFound($"The store {name} has no {what}.");
}
