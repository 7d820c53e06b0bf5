namespace EventSourcingBench.Stores.Marten;

internal sealed record MartenParts(
    PostgresDatabase Database, DocumentStores Factory, DocumentStore Store, DaemonWakeups Wakeups, StoreContext Context, bool IsNew)
    : OpenDatabase(Database, Context, IsNew)
{
    public MartenErrors Errors { get; } = new(Database.Errors);

    public TimeProvider Time => Context.Time;

    public static async Task<MartenParts> OpenAsync(
        StoreContext context, string name, MartenOptions options, string? sessionOptions, Action<MartenConfiguration>? configure,
        CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var given = PostgresErrors.Parse(context.ConnectionString, name);
        var pool = CreatePool(sessionOptions);
        var factory = new DocumentStores(pool, context.Namespace, options);
        var wakeups = new DaemonWakeups(options.Wakeup, options.WakeupInterval, context.Time);
        var store = factory.Build(configure, wakeups.Create());
        var database = new PostgresDatabase(pool, new SqlScripts(context.Namespace), new PostgresErrors(given, "marten"))
        { Companion = store };
        return await OpenAsync(database, context, OpenInTimeAsync, cancellationToken);

        async Task<MartenParts> OpenInTimeAsync(CancellationToken limit)
        {
            var isNew = !await database.ExistsAsync(limit).AsTask().WaitAsync(limit);

            // A server that has answered may take longer than the limit for its first answer.
            var parts = new MartenParts(database, factory, store, wakeups, context, isNew);
            await (sessionOptions is null ? parts.CreateTablesAsync(store, cancellationToken) : CreatePlainlyAsync(parts));
            return parts;
        }

        // The session settings suit the store's few statements, but could make Marten's catalogue queries very slow.
        async Task CreatePlainlyAsync(MartenParts parts)
        {
            await using var plainPool = CreatePool(sessionOptions: null);
            using var plainStore = new DocumentStores(plainPool, context.Namespace, options).Build(configure);
            await parts.CreateTablesAsync(plainStore, cancellationToken);
        }

        NpgsqlDataSource CreatePool(string? sessionOptions) =>
            new NpgsqlDataSourceBuilder(Settings(given, options.MaxConnections, sessionOptions).ConnectionString).Build();
    }

    public async Task CreateTablesAsync(IDocumentStore of, CancellationToken cancellationToken)
    {
        try
        {
            await of.Storage.ApplyAllConfiguredChangesToDatabaseAsync(AutoCreate.CreateOrUpdate).WaitAsync(cancellationToken);
        }
        catch (Exception e) when (MartenErrors.Tree(e).Any(each => each is SchemaMigrationException))
        {
            var schema = Database.Scripts.Schema;
            throw new StoreUnavailableException(
                $"The schema '{schema}' already exists, from another version, and Marten cannot upgrade it without data loss. "
                    + $"Use another namespace, or drop it: DROP SCHEMA \"{schema}\" CASCADE.", e);
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            throw Errors.Unavailable(e);
        }
    }

    public Task<StoreDescription> DescribeAsync(string mechanism, CancellationToken cancellationToken) => Database.DescribeAsync(
        $"Marten {LibraryVersion.Of(typeof(DocumentStore))} (Npgsql {LibraryVersion.Of(typeof(NpgsqlConnection))})",
        mechanism,
        Context.Options.Values.Select(o => new EffectiveSetting(o.Key, o.Value, FromServer: false)),
        cancellationToken);

    /// <summary>Runs a step of a subscription, which ends with an exception when the store is closed.</summary>
    public async Task<T> FollowAsync<T>(Func<CancellationToken, Task<T>> step, CancellationToken callers)
    {
        using var either = Closing.Link(callers);
        return await ReadAsync(Closing.UntilClosedAsync(step(either.Token), callers).AsTask(), callers);
    }

    public async ValueTask<T> ReadAsync<T>(Task<T> read, CancellationToken callers)
    {
        try
        {
            return await read;
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            callers.ThrowIfCancellationRequested();
            throw Errors.Unavailable(e);
        }
    }
}
