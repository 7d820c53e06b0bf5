namespace EventSourcingBench.Api.Stores;

/// <summary>A store between two resets, with its projections.</summary>
internal sealed class OpenStore(
    string name, string ns, IStore store, IReadOnlyDictionary<string, ProjectionSession> projections, ReservationSides reservations)
    : IAsyncDisposable
{
    private readonly IEnrolments? _enrolments = EnrolmentFactory.On(store);

    public string Namespace => ns;

    public IStore Store => store;

    /// <summary>Lets an embedded store keep its files when it is closed.</summary>
    /// <returns>False for a store with a server, whose data other processes can read at any time.</returns>
    public bool TryKeepFiles()
    {
        if (store is not OwnedFolderStore { HoldsData: true } owned)
        {
            return false;
        }

        return owned.KeepsFolder = true;
    }

    public IEventStore Events => store.Events ?? throw Lacks("streams");

    public ICatchUpSubscription Subscription => store.Subscription ?? throw Lacks("catch-up subscription");

    public IBulkWriter Bulk => store.Bulk ?? throw Lacks("bulk appends");

    public IEnrolments Enrolments => _enrolments ?? throw Lacks("dynamic consistency boundaries, and no appends to several streams");

    /// <summary>The command side of shows; null uses the defaults.</summary>
    public IReservations ReservationsBy(ReservationStrategy? strategy, int? maxAttempts) =>
        reservations.Of(strategy, maxAttempts) ?? throw Lacks("streams");

    /// <summary>A show folded from its events.</summary>
    public async ValueTask<LoadedShow> LoadShowAsync(string show, CancellationToken cancellationToken) =>
        await reservations.LoadAsync(show, cancellationToken) ?? throw Lacks("streams");

    /// <summary>This node's part of a command side from a plug-in.</summary>
    public PluggedSide CommandSideNode(ReservationStrategy strategy) => reservations.NodeOf(strategy) ?? throw Lacks("streams");

    public ProjectionSession ProjectionOf(string projection) =>
        projections.Count == 0 ? throw Lacks("projections")
        : projections.TryGetValue(projection, out var session) ? session
        : throw Problem.NotFound(
            $"There is no projection '{projection}'. The projections are {string.Join(", ", projections.Keys)}.");

    public async ValueTask DisposeAsync()
    {
        try
        {
            await reservations.DisposeAsync();
            foreach (var projection in projections.Values)
            {
                await projection.DisposeAsync();
            }
        }
        finally
        {
            await store.DisposeAsync();
        }
    }

    private ProblemException Lacks(string what) => Problem.NotFound($"The store {name} has no {what}.");
}
