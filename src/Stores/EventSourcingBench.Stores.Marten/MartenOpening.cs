using Marten;

namespace EventSourcingBench.Stores.Marten;

/// <summary>Connects and lets Marten create the schema.</summary>
internal static class MartenOpening
{
    private static readonly TimeSpan OpenLimit = TimeSpan.FromSeconds(4.5);

    /// <summary>Opens a store.</summary>
    /// <param name="context">The store's context.</param>
    /// <param name="name">The store's name, for messages.</param>
    /// <param name="options">Its options.</param>
    /// <param name="sessionOptions">Settings of its sessions, as <c>-c name=value</c>; null for the server's.</param>
    /// <param name="configure">Additional configuration of the document store.</param>
    /// <param name="create">Creates the store.</param>
    /// <param name="cancellationToken">Cancels the opening.</param>
    /// <exception cref="StoreUnavailableException">The server could not be reached or refused; within five seconds.</exception>
    public static async Task<IStore> OpenAsync(
        StoreContext context,
        string name,
        MartenOptions options,
        string? sessionOptions,
        Action<global::Marten.StoreOptions>? configure,
        Func<MartenParts, IStore> create,
        CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var given = PostgresErrors.Parse(context.ConnectionString, name);
        var server = new PostgresErrors(given, name);
        var pool = MartenConnection.CreatePool(given, options.MaxConnections, sessionOptions);
        DocumentStore? store = null;
        try
        {
            var factory = new DocumentStores(pool, context.Namespace, options);
            var wakeups = new DaemonWakeups(options.WakeupInterval, context.Time);
            store = factory.Build(configure, options.Wakeup == "signal" ? wakeups.Add() : null);
            var schema = new MartenSchema(pool, new MartenErrors(server), context.Namespace);

            // The time limit applies to the server: on a busy machine, creating a document store may take seconds.
            using var limit = new CancellationTokenSource(OpenLimit, context.Time);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
            var isNew = !await schema.ExistsAsync(either.Token);

            // A server that has answered may take longer than the limit for its first answer.
            await (sessionOptions is null ? schema.CreateAsync(store, cancellationToken) : CreateSchemaAsync(schema));
            return create(new MartenParts(pool, factory, store, wakeups, schema, server, context, isNew));
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            await CloseAsync();
            throw server.Unavailable(e);
        }
        catch
        {
            await CloseAsync();
            throw;
        }

        // The session settings suit the store's few statements, but could make Marten's catalogue queries very slow.
        async Task CreateSchemaAsync(MartenSchema schema)
        {
            await using var plainPool = MartenConnection.CreatePool(given, options.MaxConnections, sessionOptions: null);
            using var plainStore = new DocumentStores(plainPool, context.Namespace, options).Build(configure);
            await schema.CreateAsync(plainStore, cancellationToken);
        }

        async Task CloseAsync()
        {
            store?.Dispose();
            await pool.DisposeAsync();
        }
    }
}
