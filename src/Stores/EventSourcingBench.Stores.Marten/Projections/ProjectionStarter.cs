namespace EventSourcingBench.Stores.Marten.Projections;

internal sealed class ProjectionStarter(MartenParts parts, WriterStores writers, HighWaterMark highWater, MartenOptions options)
{
    private readonly ConcurrentDictionary<string, bool> _made = new(StringComparer.Ordinal);

    public async Task<IRunningProjection> StartAsync(
        IProjection projection, IProjectionObserver observer, Action stopped, CancellationToken cancellationToken)
    {
        ProjectionHost.RequireName(projection.Name);
        var tables = new ReadModelTables(parts.Database, projection.Name);
        var listener = new SaveListener(projection.Name, observer, parts.Time);
        var store = parts.Factory.Build(
            marten =>
            {
                marten.Projections.Add(new RowProjection(projection, tables, options.ProjectionBatch, listener), ProjectionLifecycle.Async);
                marten.Projections.AsyncListeners.Add(listener);
            },
            parts.Wakeups.Create());
        RunningProjection? running = null;
        try
        {
            if (_made.TryAdd(projection.Name, true))
                await parts.CreateTablesAsync(store, cancellationToken);

            var daemon = await store.BuildProjectionDaemonAsync();
            var leaveInline = options.Inline ? await EnterInlineAsync(projection, tables, listener) : null;
            running = new RunningProjection(projection.Name, store, daemon, tables, listener, parts, highWater, leaveInline, stopped);
            await running.StartAsync(cancellationToken);
            return running;
        }
        catch (Exception e)
        {
            _made.TryRemove(projection.Name, out _);
            await (running?.DisposeAsync() ?? ValueTask.CompletedTask);
            store.Dispose();
            if (MartenErrors.IsDriverError(e))
                throw parts.Errors.Unavailable(e);

            throw;
        }
    }

    private async Task<Func<Task>> EnterInlineAsync(IProjection projection, ReadModelTables tables, SaveListener listener)
    {
        await writers.AddAsync(Configure);
        return () => writers.RemoveAsync(Configure);

        void Configure(MartenConfiguration marten)
        {
            marten.Projections.Add(
                new RowProjection(projection, tables, options.ProjectionBatch, listener: null), ProjectionLifecycle.Inline);
            marten.Listeners.Add(listener);
        }
    }
}
