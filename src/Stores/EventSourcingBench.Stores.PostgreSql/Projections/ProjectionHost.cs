namespace EventSourcingBench.Stores.PostgreSql.Projections;

/// <summary>Starts projections and stops the running ones when the store is closed.</summary>
internal sealed class ProjectionHost(
    PostgresSchema schema,
    Func<EventFeed> openFeed,
    Func<string, ProjectionTables> openTables,
    FeedWait wait,
    int batchSize,
    TimeProvider time) : IProjectionHost, IAsyncDisposable
{
    private readonly ConcurrentBag<RunningProjection> _started = [];

    public async Task<IRunningProjection> StartAsync(
        IProjection projection,
        IProjectionObserver observer,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(projection);
        ArgumentNullException.ThrowIfNull(observer);
        RequireName(projection.Name);
        await schema.CreateProjectionAsync(projection.Name, cancellationToken);
        var running = new RunningProjection(
            projection, observer, openFeed(), openTables(projection.Name), wait.Start(), batchSize, time);
        _started.Add(running);
        running.Start();
        return running;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var running in _started)
        {
            await running.DisposeAsync();
        }
    }

    // The name becomes part of SQL statements.
    private static void RequireName(string name)
    {
        if (name.Length is 0 or > 40 || !name.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || c == '_'))
        {
            throw new ArgumentException($"'{name}' is not a valid projection name: use 1 to 40 lower-case letters, digits or '_'.");
        }
    }
}
