using JasperFx;
using Marten;
using Npgsql;

namespace EventSourcingBench.Stores.Marten;

/// <summary>The parts of every open store on Marten.</summary>
internal sealed class MartenParts(
    PostgresDatabase database, DocumentStores factory, DocumentStore store, DaemonWakeups wakeups, StoreContext context, bool isNew)
    : IAsyncDisposable
{
    private const int ConnectSeconds = 4;
    private const int CommandSeconds = 30;

    private static readonly TimeSpan OpenLimit = TimeSpan.FromSeconds(4.5);

    private readonly CancellationTokenSource _closing = new();

    public PostgresDatabase Database => database;

    public DocumentStores Factory => factory;

    public DocumentStore Store => store;

    public DaemonWakeups Wakeups => wakeups;

    public MartenErrors Errors { get; } = new(database.Errors);

    public TimeProvider Time => context.Time;

    /// <summary>Opens a store.</summary>
    public static async Task<MartenParts> OpenAsync(
        StoreContext context,
        string name,
        MartenOptions options,
        string? sessionOptions,
        Action<global::Marten.StoreOptions>? configure,
        CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var given = PostgresErrors.Parse(context.ConnectionString, name);
        var pool = CreatePool(given, options.MaxConnections, sessionOptions);
        var database = new PostgresDatabase(pool, new SqlScripts(context.Namespace), new PostgresErrors(given, name));
        DocumentStore? store = null;
        try
        {
            var factory = new DocumentStores(pool, context.Namespace, options);
            var wakeups = new DaemonWakeups(options.WakeupInterval, context.Time);
            store = factory.Build(configure, options.Wakeup == "signal" ? wakeups.Create() : null);

            // The time limit applies to the server: on a busy machine, creating a document store may take seconds.
            using var limit = new CancellationTokenSource(OpenLimit, context.Time);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
            var isNew = !await database.ExistsAsync(either.Token);

            // A server that has answered may take longer than the limit for its first answer.
            var parts = new MartenParts(database, factory, store, wakeups, context, isNew);
            await (sessionOptions is null ? parts.CreateTablesAsync(store, cancellationToken) : CreatePlainlyAsync(parts));
            return parts;
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            await CloseAsync();
            throw database.Errors.Unavailable(e);
        }
        catch
        {
            await CloseAsync();
            throw;
        }

        // The session settings suit the store's few statements, but could make Marten's catalogue queries very slow.
        async Task CreatePlainlyAsync(MartenParts parts)
        {
            await using var plainPool = CreatePool(given, options.MaxConnections, sessionOptions: null);
            using var plainStore = new DocumentStores(plainPool, context.Namespace, options).Build(configure);
            await parts.CreateTablesAsync(plainStore, cancellationToken);
        }

        async Task CloseAsync()
        {
            store?.Dispose();
            await pool.DisposeAsync();
        }
    }

    /// <summary>Lets Marten create or upgrade the tables of a document store.</summary>
    public async Task CreateTablesAsync(IDocumentStore of, CancellationToken cancellationToken)
    {
        try
        {
            await of.Storage.ApplyAllConfiguredChangesToDatabaseAsync(AutoCreate.CreateOrUpdate).WaitAsync(cancellationToken);
        }
        catch (Exception e) when (MartenErrors.IsRefusedMigration(e))
        {
            var schema = database.Scripts.Schema;
            throw new StoreUnavailableException(
                $"The schema '{schema}' already exists, from another version, and Marten cannot upgrade it without data loss. "
                    + $"Use another namespace, or drop it: DROP SCHEMA \"{schema}\" CASCADE.", e);
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            throw Errors.Unavailable(e);
        }
    }

    public Task<StoreDescription> DescribeAsync(string mechanism, CancellationToken cancellationToken) => database.DescribeAsync(
        $"Marten {PostgresDatabase.VersionOf(typeof(DocumentStore))} (Npgsql {PostgresDatabase.VersionOf(typeof(NpgsqlConnection))})",
        mechanism,
        context.Options.Values.Select(o => new EffectiveSetting(o.Key, o.Value, FromServer: false)),
        cancellationToken);

    public void ThrowIfClosed()
    {
        if (_closing.IsCancellationRequested)
        {
            throw PostgresErrors.StoreClosed();
        }
    }

    /// <summary>Runs a step of a subscription, which ends with an exception when the store is closed.</summary>
    public async Task<T> FollowAsync<T>(Func<CancellationToken, Task<T>> step, CancellationToken callers)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(callers, _closing.Token);
        try
        {
            return await PostgresErrors.UntilClosedAsync(step(either.Token), _closing.Token, callers);
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            callers.ThrowIfCancellationRequested();
            throw Errors.Unavailable(e);
        }
    }

    /// <summary>Closes the parts in this order, drops the schema if opening created it and the data is not kept, and disconnects.</summary>
    public async ValueTask CloseAsync(params IAsyncDisposable[] parts)
    {
        if (_closing.IsCancellationRequested)
        {
            return;
        }

        await _closing.CancelAsync();
        foreach (var part in parts)
        {
            await part.DisposeAsync();
        }

        store.Dispose();
        try
        {
            if (isNew && !context.KeepData)
            {
                await database.DropAsync();
            }
        }
        finally
        {
            await database.Pool.DisposeAsync();
        }
    }

    public ValueTask DisposeAsync() => CloseAsync();

    // Opening a store must fail in under five seconds.
    private static NpgsqlDataSource CreatePool(NpgsqlConnectionStringBuilder given, int maxConnections, string? sessionOptions) =>
        new NpgsqlDataSourceBuilder(new NpgsqlConnectionStringBuilder(given.ConnectionString)
        {
            ApplicationName = given.ApplicationName ?? "EventSourcingBench",
            Timeout = ConnectSeconds,
            CommandTimeout = CommandSeconds,
            Pooling = true,
            MinPoolSize = 0,
            MaxPoolSize = maxConnections,
            Enlist = false,
            Options = sessionOptions is null ? given.Options : $"{given.Options} {sessionOptions}".TrimStart(),
        }.ConnectionString).Build();
}
