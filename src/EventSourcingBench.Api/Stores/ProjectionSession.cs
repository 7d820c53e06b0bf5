namespace EventSourcingBench.Api.Stores;

/// <summary>A projection of an open store, started, stopped, rebuilt and read by concurrent requests.</summary>
internal sealed class ProjectionSession(string store, IProjectionHost host, IProjection projection, DelayRecorder delays, TimeProvider time)
    : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
    private readonly Gate _gate = new($"The projection of {store}", Patience, time);
    private readonly SemaphoreSlim _oneRebuild = new(1);
    private IRunningProjection? _running;
    private CancellationTokenSource _stopping = new();

    public DelayRecorder Delays => delays;

    private IRunningProjection Running => _running ?? throw Problem.NotFound(
        $"The projection {projection.Name} of {store} is not running; PUT /stores/{store}/projections/{projection.Name} starts it.");

    /// <summary>Starts the projection if it is not running or has failed.</summary>
    public Task StartAsync(CancellationToken cancellationToken) => _gate.AloneAsync(async () =>
    {
        if (_running is { Completion.IsCompleted: true })
            await DropAsync();

        return _running ??= await host.StartAsync(projection, delays, cancellationToken);
    });

    /// <summary>Stops the projection if it is running, also during a rebuild.</summary>
    public async Task StopAsync()
    {
        await _stopping.CancelAsync();
        try
        {
            await _gate.AloneAsync(async () =>
            {
                _stopping = new CancellationTokenSource();
                await DropAsync();
                return true;
            });
        }
        catch (StoreUnavailableException)
        {
            // It goes on, and can be rebuilt again.
            _stopping = new CancellationTokenSource();
            throw;
        }
    }

    public Task<ProjectionState> StatusAsync(CancellationToken cancellationToken) => _gate.InsideAsync(async () =>
    {
        if (_running is not { } running)
            return new ProjectionState("stopped");

        if (running.Completion.IsCompleted)
            return new ProjectionState("failed", Error: ReasonOf(running));

        var (checkpoint, rows, caughtUp) = await running.GetStatusAsync(cancellationToken);
        return new ProjectionState("running", rows, checkpoint.Value ?? "", caughtUp);
    });

    /// <summary>Reads the read model, which stays open meanwhile.</summary>
    /// <exception cref="ProblemException">The projection is not running: 404.</exception>
    public Task<T> ReadAsync<T>(Func<IReadModel, Task<T>> read) => _gate.InsideAsync(() => read(Running.ReadModel));

    /// <summary>Empties the read model and replays all events. Continues if the caller disconnects.</summary>
    /// <exception cref="ProblemException">The projection is not running: 404.</exception>
    /// <exception cref="StoreUnavailableException">The projection has failed, or was stopped before the rebuild was complete.</exception>
    public Task<Rebuilt> RebuildAsync() => _gate.InsideAsync(async () =>
    {
        var stopping = _stopping.Token;
        try
        {
            var running = Running;
            await _oneRebuild.WaitAsync(stopping);
            try
            {
                var begun = time.GetTimestamp();
                await delays.RebuildAsync(running, stopping);
                var (replayed, elapsed) = (delays.Replayed, time.GetElapsedTime(begun));
                return new Rebuilt(replayed, elapsed, replayed == 0 ? 0 : replayed / elapsed.TotalSeconds);
            }
            catch (Exception e) when (e is InvalidOperationException || running.Completion.IsFaulted)
            {
                throw new StoreUnavailableException(
                    $"The projection of {store} has failed: {ReasonOf(running) ?? e.Message} Start it again to rebuild it.", e);
            }
            finally
            {
                _oneRebuild.Release();
            }
        }
        catch (OperationCanceledException e) when (stopping.IsCancellationRequested)
        {
            throw new StoreUnavailableException($"The projection of {store} was stopped before its rebuild was complete.", e);
        }
    });

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        _stopping.Dispose();
        _oneRebuild.Dispose();
    }

    private static string? ReasonOf(IRunningProjection failed) =>
        failed.Completion.Exception?.InnerException is { } reason ? Secrets.OfThisProcess.Redact(reason.Message) : null;

    private ValueTask DropAsync() => Interlocked.Exchange(ref _running, null)?.DisposeAsync() ?? default;
}
