using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Reads the feed, projects, saves; while one full page is saved the next one is read.</summary>
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

    public void Start() => _completion = Task.Run(RunAsync, CancellationToken.None);

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
        await tables.DisposeAsync();
        _stop.Dispose();
    }

    private async Task RunAsync()
    {
        try
        {
            while (!_stop.IsCancellationRequested)
            {
                await RunOnceAsync();
            }
        }
        catch (OperationCanceledException) when (_stop.IsCancellationRequested)
        {
            // Disposed of: the normal end.
        }
        catch (Exception e)
        {
            _rebuilds.Fail(e);
            throw;
        }
        finally
        {
            await DropAheadAsync();
            _rebuilds.Fail(new ObjectDisposedException(nameof(IRunningProjection), "The projection was stopped before it had caught up."));
        }
    }

    private async Task RunOnceAsync()
    {
        try
        {
            await StepAsync();
            _retry = ShortestRetry;
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
        {
            _place = null;
            _caughtUp = false;
            await DropAheadAsync();
            await Task.Delay(_retry, time, _stop.Token);
            _retry = _retry * 2 < LongestRetry ? _retry * 2 : LongestRetry;
        }
    }

    private async Task StepAsync()
    {
        await BeginRebuildAsync();
        _place ??= await LoadPlaceAsync();
        if (_ahead is null)
        {
            await wait.UntilNextLookAsync(_stop.Token);
            if (_rebuilds.HasNew)
            {
                return;
            }
        }

        var page = await (_ahead ?? feed.ReadAsync(_place.Value, batchSize, wait.AskPending, _stop.Token));
        wait.Looked(page);
        _ahead = page.Full ? feed.ReadAsync(page.End, batchSize, askPending: false, _stop.Token) : null;
        if (page.Events.Count > 0 && !await SaveAsync(_place.Value, page))
        {
            // Another host of this projection was faster: go on from where it is.
            _place = null;
            await DropAheadAsync();
            return;
        }

        _place = page.End;
        _caughtUp = page.CaughtUp;
        _rebuilds.Reached(page.End);
    }

    private async Task BeginRebuildAsync()
    {
        if (!_rebuilds.HasNew)
        {
            return;
        }

        await DropAheadAsync();
        _caughtUp = false;
        _place = null;
        await tables.ResetAsync(_stop.Token);
        _rebuilds.Begin(await feed.ReadHeadAsync(_stop.Token));
    }

    private async Task<FeedPlace> LoadPlaceAsync()
    {
        var (place, _) = await tables.LoadAsync(_stop.Token);
        if (_unknown is { } unknown && unknown.End == place)
        {
            // The save whose answer was lost had been done.
            observer.Saved(unknown.Rows, time.GetUtcNow());
        }

        _unknown = null;
        return place;
    }

    private async Task<bool> SaveAsync(FeedPlace from, FeedPage page)
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
            if (!await tables.SaveAsync(from, page.End, rows))
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

    private async Task DropAheadAsync()
    {
        wait.LookAgain();
        if (_ahead is { } ahead)
        {
            _ahead = null;
            await ((Task)ahead).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
