using EventSourcingBench.Abstractions;
using Marten;
using Marten.Services;

namespace EventSourcingBench.Stores.Marten;

/// <summary>
/// Tells the observer of rows once their transaction is acknowledged: Marten calls it after each commit of its daemon and
/// of inline appends. In a rebuild Marten calls no listener; the rows then wait for the daemon to say how far it is.
/// </summary>
internal sealed class SaveListener(string projection, IProjectionObserver observer, TimeProvider time)
    : DocumentSessionListenerBase, IChangeListener
{
    private readonly Lock _gate = new();
    private readonly SortedDictionary<long, SaveRow> _replayed = [];

    /// <summary>True while a rebuild goes on.</summary>
    public bool Replaying
    {
        get;
        set
        {
            lock (_gate)
            {
                field = value;
                _replayed.Clear();
            }
        }
    }

    /// <summary>What the projection threw at last; null when it threw nothing.</summary>
    public Exception? Thrown { get; private set; }

    /// <summary>The projection threw.</summary>
    public void Threw(Exception e) => Thrown = e;

    /// <summary>A row that the daemon is about to save.</summary>
    public void Expect(SaveRow save)
    {
        lock (_gate)
        {
            if (Replaying)
            {
                _replayed[save.Position] = save;
            }
        }
    }

    /// <summary>A rebuild has saved everything up to a position.</summary>
    public void Rebuilt(long position)
    {
        var saveTime = time.GetUtcNow();
        lock (_gate)
        {
            List<SaveRow> saved = [.. _replayed.TakeWhile(r => r.Key <= position).Select(r => r.Value)];
            saved.ForEach(s => _replayed.Remove(s.Position));
            Tell(saved, saveTime);
        }
    }

    public override Task AfterCommitAsync(IDocumentSession session, IChangeSet commit, CancellationToken token)
    {
        var saveTime = time.GetUtcNow();
        List<SaveRow> saved = [.. ((IUnitOfWork)commit).Operations().OfType<SaveRow>().Where(s => s.Projection == projection)];
        lock (_gate)
        {
            Tell(saved, saveTime);
        }

        return Task.CompletedTask;
    }

    Task IChangeListener.BeforeCommitAsync(IDocumentSession session, IChangeSet commit, CancellationToken token) => Task.CompletedTask;

    private void Tell(List<SaveRow> saved, DateTimeOffset saveTime)
    {
        ReadModelRow[] rows = [.. saved.Where(s => s.Added).Select(s => s.Row)];
        if (rows.Length > 0)
        {
            observer.Saved(rows, saveTime);
        }
    }
}
