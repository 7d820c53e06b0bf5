using JasperFx.Events.Projections;
using StoreOptions = Marten.StoreOptions;

namespace EventSourcingBench.Stores.Marten.Projections;

/// <summary>Starts projections, each with a separate document store and daemon, and stops the running ones at the end.</summary>
internal sealed class MartenProjectionHost(
    DocumentStores factory,
    MartenSchema schema,
    WriterStores writers,
    DaemonWakeups wakeups,
    HighWater highWater,
    Func<string, ReadModelTables> tablesOf,
    MartenErrors errors,
    MartenOptions options,
    TimeProvider time) : IProjectionHost, IAsyncDisposable
{
    private readonly ConcurrentBag<RunningProjection> _started = [];
    private readonly ConcurrentDictionary<string, bool> _made = new(StringComparer.Ordinal);

    public async Task<IRunningProjection> StartAsync(
        IProjection projection,
        IProjectionObserver observer,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(projection);
        ArgumentNullException.ThrowIfNull(observer);
        RequireName(projection.Name);
        var tables = tablesOf(projection.Name);
        var listener = new SaveListener(projection.Name, observer, time);
        var wakeup = options.Wakeup == "signal" ? wakeups.Add() : null;
        var store = factory.Build(
            marten =>
            {
                marten.Projections.Add(new RowProjection(projection, tables, options.ProjectionBatch, listener), ProjectionLifecycle.Async);
                marten.Projections.AsyncListeners.Add(listener);
            },
            wakeup);
        RunningProjection? running = null;
        try
        {
            if (!_made.ContainsKey(projection.Name))
            {
                await schema.CreateAsync(store, cancellationToken);
                _made[projection.Name] = true;
            }

            var daemon = await store.BuildProjectionDaemonAsync();
            var leaveInline = options.Inline ? await EnterInlineAsync(projection, tables, listener) : null;
            running = new RunningProjection(projection.Name, store, daemon, tables, listener, errors, highWater, leaveInline, time);
            _started.Add(running);
            _ = running.Completion.ContinueWith(_ => Forget(wakeup), TaskScheduler.Default);
            await running.StartAsync(cancellationToken);
            return running;
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            await CloseAsync();
            throw errors.Unavailable(e);
        }
        catch
        {
            await CloseAsync();
            throw;
        }

        async Task CloseAsync()
        {
            Forget(wakeup);
            if (running is not null)
            {
                await running.DisposeAsync();
            }

            store.Dispose();
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var running in _started)
        {
            await running.DisposeAsync();
        }
    }

    private async Task<Func<Task>> EnterInlineAsync(IProjection projection, ReadModelTables tables, SaveListener listener)
    {
        await writers.AddAsync(Configure);
        return () => writers.RemoveAsync(Configure);

        void Configure(StoreOptions marten)
        {
            marten.Projections.Add(
                new RowProjection(projection, tables, options.ProjectionBatch, listener: null), ProjectionLifecycle.Inline);
            marten.Listeners.Add(listener);
        }
    }

    private void Forget(DaemonWakeup? wakeup)
    {
        if (wakeup is not null)
        {
            wakeups.Remove(wakeup);
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
