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
    /// <param name="subscription">The events.</param>
    /// <param name="openTables">Opens the tables of the projection of a name.</param>
    /// <param name="retries">
    /// The clock of the pauses, 50 ms to 1 s, after which a projection continues when the store was not available. Default: none;
    /// the failure ends the projection.
    /// </param>
    public static ProjectionHost Over(
        ICatchUpSubscription subscription,
        Func<string, CancellationToken, Task<IReadModelTables>> openTables,
        TimeProvider? retries = null) =>
        new(async (projection, observer, stopped, cancellationToken) =>
            new ProjectionRun(projection, observer, subscription, await openTables(projection.Name, cancellationToken), retries, stopped));

    /// <summary>For stores where a projection's name becomes part of a table's.</summary>
    /// <param name="name">The name.</param>
    /// <exception cref="ArgumentException">It is not 1 to 40 lower-case letters, digits or <c>_</c>.</exception>
    public static void RequireName(string name)
    {
        if (name.Length is 0 or > 40 || !name.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || c == '_'))
        {
            throw new ArgumentException($"'{name}' is not a projection name: 1 to 40 lower-case letters, digits or '_'.");
        }
    }

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
