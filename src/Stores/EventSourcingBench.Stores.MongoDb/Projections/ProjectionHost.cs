using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.MongoDb;

/// <summary>Starts projections, one of a name at a time, and stops those that still run when the store is closed.</summary>
internal sealed class ProjectionHost(OpenDatabase open, ChangeFeed feed) : IProjectionHost, IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, RunningProjection?> _running = new(StringComparer.Ordinal);

    public async Task<IRunningProjection> StartAsync(
        IProjection projection, IProjectionObserver observer, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(projection);
        ArgumentNullException.ThrowIfNull(observer);
        lock (_gate)
        {
            if (!_running.TryAdd(projection.Name, null))
            {
                throw new InvalidOperationException($"The projection {projection.Name} is running already: dispose of it first.");
            }
        }

        try
        {
            var tables = await ReadModelCollections.OpenAsync(open, projection.Name, cancellationToken);
            var running = new RunningProjection(projection, observer, feed, tables, open.Time, () => Forget(projection.Name));
            lock (_gate)
            {
                _running[projection.Name] = running;
            }

            return running;
        }
        catch
        {
            Forget(projection.Name);
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        RunningProjection[] running;
        lock (_gate)
        {
            running = [.. _running.Values.OfType<RunningProjection>()];
        }

        foreach (var projection in running)
        {
            await projection.DisposeAsync();
        }
    }

    private void Forget(string name)
    {
        lock (_gate)
        {
            _running.Remove(name);
        }
    }
}
