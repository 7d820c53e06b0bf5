namespace EventSourcingBench.Stores.Shared;

/// <summary>
/// Starts projections in this process, one per name at a time, and stops the running ones when the store is closed.
/// </summary>
/// <param name="start">Starts a projection, which calls the action when it has stopped.</param>
public sealed class ProjectionHost(
    Func<IProjection, IProjectionObserver, Action, CancellationToken, Task<IRunningProjection>> start) : IProjectionHost, IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, IRunningProjection?> _running = new(StringComparer.Ordinal);

    /// <summary>Projections that read a subscription and save to tables.</summary>
    /// <param name="subscription">The subscription.</param>
    /// <param name="openTables">Opens a projection's tables by its name.</param>
    /// <param name="retries">
    /// The clock for the pauses, 50 ms to 1 s, after which a projection continues when the store was unavailable. Default:
    /// none; a failure stops the projection.
    /// </param>
    /// <param name="ownThread">
    /// Whether each projection has a dedicated thread, which blocks while the store works. For subscriptions and tables that block.
    /// </param>
    /// <param name="end">Returns whether a checkpoint has reached the current end. Default: a rebuild ends when it has caught up.</param>
    public static ProjectionHost Over(
        ICatchUpSubscription subscription,
        Func<string, CancellationToken, Task<IReadModelTables>> openTables,
        TimeProvider? retries = null,
        bool ownThread = false,
        Func<CancellationToken, Task<Predicate<Checkpoint>>>? end = null) =>
        new(async (projection, observer, stopped, cancellationToken) => new ProjectionRun(
            projection, observer, subscription, await openTables(projection.Name, cancellationToken), retries, ownThread, end, stopped)
            .Start());

    /// <summary>Validates the name for stores that use it in table names.</summary>
    /// <param name="name">The name.</param>
    /// <exception cref="ArgumentException">The name is not 1 to 40 lower-case letters, digits or <c>_</c>.</exception>
    public static void RequireName(string name)
    {
        if (name.Length is 0 or > 40 || !name.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || c == '_'))
            throw new ArgumentException($"'{name}' is not a valid projection name: use 1 to 40 lower-case letters, digits or '_'.");
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
                throw new InvalidOperationException($"The projection {projection.Name} is already running: dispose of it first.");
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
            await run.DisposeAsync();
    }

    private void Forget(string name)
    {
        lock (_gate)
        {
            _running.Remove(name);
        }
    }
}
