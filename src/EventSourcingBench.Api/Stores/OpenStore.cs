using EventSourcingBench.Abstractions;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.Api;

/// <summary>A store between two resets, with its projections.</summary>
internal sealed class OpenStore(string name, string ns, IStore store, ProjectionSession? projection, ProjectionSession? shows, ReservationSides reservations) : IAsyncDisposable
{
    private readonly IEnrolments? _enrolments = Api.Enrolments.On(store);

    public string Namespace => ns;

    public IStore Store => store;

    /// <summary>Has an embedded store leave its files when it is closed.</summary>
    /// <returns>False for a store with a server, whose data another process can read as it is.</returns>
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

    /// <summary>The command side of shows; null takes the defaults.</summary>
    public IReservations ReservationsBy(ReservationStrategy? strategy, int? maxTries) => reservations.Of(strategy, maxTries) ?? throw Lacks("streams");

    /// <summary>This node's part of a command side that comes as a plug-in.</summary>
    public PluggedSide CommandSideNode(ReservationStrategy strategy) => reservations.NodeOf(strategy) ?? throw Lacks("streams");

    public ProjectionSession Projection => projection ?? throw Lacks("projections");

    /// <summary>The projection of shows.</summary>
    public ProjectionSession Shows => shows ?? throw Lacks("projections");

    public async ValueTask DisposeAsync()
    {
        try
        {
            await reservations.DisposeAsync();
            if (projection is not null)
            {
                await projection.DisposeAsync();
            }

            if (shows is not null)
            {
                await shows.DisposeAsync();
            }
        }
        finally
        {
            await store.DisposeAsync();
        }
    }

    private ProblemException Lacks(string what) => new(Problem.NotFound($"The store {name} has no {what}."));
}
