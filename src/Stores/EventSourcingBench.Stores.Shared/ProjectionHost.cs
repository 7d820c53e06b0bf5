using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Starts projections in this process, one of a name at a time, and stops those that still run when the store is closed.</summary>
/// <param name="start">Starts one, which calls the action when it has stopped.</param>
public sealed class ProjectionHost(
    Func<IProjection, IProjectionObserver, Action, CancellationToken, Task<IRunningProjection>> start) : IProjectionHost, IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, IRunningProjection?> _running = new(StringComparer.Ordinal);

    /// <summary>Projections that take their events from a subscription and save by themselves.</summary>
    public static ProjectionHost Over(ICatchUpSubscription subscription, Func<string, CancellationToken, Task<IReadModelTables>> openTables) =>
        new(async (projection, observer, stopped, cancellationToken) =>
            new ProjectionRun(projection, observer, subscription, await openTables(projection.Name, cancellationToken), stopped));

    /// <inheritdoc />
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
            var run = await start(projection, observer, () => Forget(projection.Name), cancellationToken);
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

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        IRunningProjection[] running;
        lock (_gate)
        {
            running = [.. _running.Values.OfType<IRunningProjection>()];
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
