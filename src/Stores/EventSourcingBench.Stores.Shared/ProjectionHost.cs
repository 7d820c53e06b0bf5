namespace EventSourcingBench.Stores.Shared;

/// <summary>Starts projections in this process, one per name at a time, and stops the running ones when the store is closed.</summary>
/// <param name="start">Starts a projection, which calls the action when it has stopped.</param>
public sealed class ProjectionHost(
    Func<IProjection, IProjectionObserver, Action, CancellationToken, Task<IRunningProjection>> start) : IProjectionHost, IAsyncDisposable
{
    private readonly ConcurrentDictionary<string, IRunningProjection?> _running = new(StringComparer.Ordinal);
    private volatile bool _isClosed;

    /// <summary>Projections that read a subscription and save to tables. If the store is unavailable, they stop; with a clock in
    /// <paramref name="retries"/> they continue after pauses of 50 ms to 1 s. With <paramref name="ownThread"/> each has a dedicated
    /// thread, which blocks while the store works: for subscriptions and tables that block. <paramref name="end"/> returns whether a
    /// checkpoint has reached the current end; without it, a rebuild ends when it has caught up.</summary>
    public static ProjectionHost Over(
        ICatchUpSubscription subscription, Func<string, CancellationToken, Task<IReadModelTables>> openTables,
        TimeProvider? retries = null, bool ownThread = false, Func<CancellationToken, Task<Predicate<Checkpoint>>>? end = null) =>
        new(async (projection, observer, stopped, cancellationToken) => new ProjectionRun(
            projection, observer, subscription, await openTables(projection.Name, cancellationToken), retries, ownThread, end, stopped)
            .Start());

    /// <summary>Validates the name for stores that use it in table names.</summary>
    /// <exception cref="ArgumentException">The name is not 1 to 40 lower-case letters, digits or <c>_</c>.</exception>
    public static void RequireName(string name)
    {
        if (name.Length is 0 or > 40 || !name.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || c == '_'))
            throw new ArgumentException($"'{name}' is not a valid projection name: use 1 to 40 lower-case letters, digits or '_'.");
    }

    public async Task<IRunningProjection> StartAsync(
        IProjection projection, IProjectionObserver observer, CancellationToken cancellationToken = default)
    {
        if (!_running.TryAdd(projection.Name, null))
            throw new InvalidOperationException($"The projection {projection.Name} is already running: dispose of it first.");

        try
        {
            var run = await start(projection, observer, () => _running.TryRemove(projection.Name, out _), cancellationToken);
            _running[projection.Name] = run;
            if (!_isClosed)
                return run;

            // It was not yet there when the others were stopped.
            await run.DisposeAsync();
            throw StoreClosing.Error();
        }
        catch
        {
            _running.TryRemove(projection.Name, out _);
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        _isClosed = true;
        foreach (var run in _running.Values.OfType<IRunningProjection>())
            await run.DisposeAsync();
    }
}
