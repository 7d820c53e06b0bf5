using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Runs projections on a subscription of a store in this process; one run of a name at a time.</summary>
internal sealed class ProjectionHost(
    ICatchUpSubscription subscription,
    Func<string, CancellationToken, Task<IReadModelTables>> openTables) : IProjectionHost, IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, ProjectionRun?> _running = new(StringComparer.Ordinal);

    public async Task<IRunningProjection> StartAsync(
        IProjection projection,
        IProjectionObserver observer,
        CancellationToken cancellationToken = default)
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
            var tables = await openTables(projection.Name, cancellationToken);
            var run = new ProjectionRun(projection, observer, subscription, tables, () => Forget(projection.Name));
            lock (_gate)
            {
                _running[projection.Name] = run;
            }

            return run;
        }
        catch
        {
            Forget(projection.Name);
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        ProjectionRun[] running;
        lock (_gate)
        {
            running = [.. _running.Values.OfType<ProjectionRun>()];
        }

        foreach (var run in running)
        {
            await run.DisposeAsync();
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
