namespace EventSourcingBench.Stores.PostgreSql.Projections;

/// <summary>
/// Reads the feed, projects, saves. The next page is read while a full one is saved. It uses a dedicated thread that blocks
/// while it waits for the server; see <see cref="Lane{TWork}"/> for the reason. With the loop of other stores, on the thread
/// pool, the projection delay was 60% longer on a busy machine (README.md).
/// </summary>
internal sealed class RunningProjection(
    IProjection projection,
    IProjectionObserver observer,
    EventFeed feed,
    ProjectionTables tables,
    FeedWait wait,
    int batchSize,
    TimeProvider time) : IRunningProjection
{
    private static readonly TimeSpan ShortestRetry = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan LongestRetry = TimeSpan.FromSeconds(1);

    private readonly CancellationTokenSource _stop = new();
    private readonly RebuildRequests _rebuilds = new();
    private readonly Lock _gate = new();
    private Task? _completion;
    private Task? _disposal;
    private FeedPlace? _place;
    private Task<FeedPage>? _ahead;
    private (FeedPlace End, List<ReadModelRow> Rows)? _unknown;
    private TimeSpan _retry = ShortestRetry;
    private volatile bool _caughtUp;

    public Task Completion => _completion ?? throw new InvalidOperationException("The projection was not started.");

    public IReadModel ReadModel => tables;

    public void Start() => _completion = Task.Factory.StartNew(
        Run, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    public async ValueTask<ProjectionStatus> GetStatusAsync(CancellationToken cancellationToken = default)
    {
        var caughtUp = _caughtUp;
        var (place, rows) = await tables.LoadAsync(cancellationToken);
        return new ProjectionStatus(place.Checkpoint, rows, caughtUp);
    }

    public Task RebuildAsync(CancellationToken cancellationToken = default)
    {
        var done = _rebuilds.Add();
        wait.Wake();
        return done.WaitAsync(cancellationToken);
    }

    public ValueTask DisposeAsync()
    {
        lock (_gate)
        {
            return new ValueTask(_disposal ??= StopAsync());
        }
    }

    private async Task StopAsync()
    {
        await _stop.CancelAsync();
        await Completion.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await feed.DisposeAsync();
        tables.Dispose();
        _stop.Dispose();
    }

    private void Run()
    {
        try
        {
            while (!_stop.IsCancellationRequested)
            {
                RunOnce();
            }
        }
        catch (OperationCanceledException) when (_stop.IsCancellationRequested)
        {
            // Disposed: the normal end.
        }
        catch (Exception e)
        {
            _rebuilds.Fail(e);
            throw;
        }
        finally
        {
            DropAhead();
            _rebuilds.Fail(new ObjectDisposedException(nameof(IRunningProjection), "The projection was stopped before it had caught up."));
        }
    }

    private void RunOnce()
    {
        try
        {
            Step();
            _retry = ShortestRetry;
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
        {
            _place = null;
            _caughtUp = false;
            DropAhead();
            Wait(Task.Delay(_retry, time, _stop.Token));
            _retry = _retry * 2 < LongestRetry ? _retry * 2 : LongestRetry;
        }
    }

    private void Step()
    {
        BeginRebuild();
        _place ??= LoadPlace();
        if (_ahead is null)
        {
            wait.UntilNextLook(_stop.Token);
            if (_rebuilds.HasNew)
            {
                return;
            }
        }

        var page = _ahead is null ? feed.Read(_place.Value, batchSize, wait.AskPending) : Wait(_ahead);
        wait.Looked(page);
        _ahead = page.Full ? feed.ReadAsync(page.End, batchSize, askPending: false, _stop.Token) : null;
        if (page.Events.Count > 0 && !Save(_place.Value, page))
        {
            // Another host of this projection was faster: continue from its checkpoint.
            _place = null;
            DropAhead();
            return;
        }

        _place = page.End;
        _caughtUp = page.CaughtUp;
        _rebuilds.Reached(page.End);
    }

    private void BeginRebuild()
    {
        if (!_rebuilds.HasNew)
        {
            return;
        }

        DropAhead();
        _caughtUp = false;
        _place = null;
        Wait(tables.ResetAsync(_stop.Token));
        _rebuilds.Begin(Wait(feed.ReadHeadAsync(_stop.Token)));
    }

    private FeedPlace LoadPlace()
    {
        var (place, _) = Wait(tables.LoadAsync(_stop.Token));
        if (_unknown is { } unknown && unknown.End == place)
        {
            // The save whose result was lost had succeeded.
            observer.Saved(unknown.Rows, time.GetUtcNow());
        }

        _unknown = null;
        return place;
    }

    private bool Save(FeedPlace from, FeedPage page)
    {
        var rows = new List<ReadModelRow>(page.Events.Count);
        foreach (var recorded in page.Events)
        {
            if (projection.Project(recorded) is { } row)
            {
                rows.Add(row);
            }
        }

        try
        {
            if (!tables.Save(from, page.End, rows))
            {
                return false;
            }
        }
        catch (OutcomeUnknownException)
        {
            _unknown = (page.End, rows);
            throw;
        }

        observer.Saved(rows, time.GetUtcNow());
        return true;
    }

    private void DropAhead()
    {
        wait.LookAgain();
        if (_ahead is { } ahead)
        {
            _ahead = null;
            Wait(((Task)ahead).ContinueWith(_ => { }, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default));
        }
    }

    // This is the projection's dedicated thread: it may block.
    private static void Wait(Task task) => task.GetAwaiter().GetResult();

    private static T Wait<T>(Task<T> task) => task.GetAwaiter().GetResult();
}
