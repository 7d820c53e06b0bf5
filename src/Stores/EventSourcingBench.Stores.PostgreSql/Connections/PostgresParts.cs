namespace EventSourcingBench.Stores.PostgreSql.Connections;

/// <summary>The parts of every open store on PostgreSQL: one pool, one schema, and the signals of its commits.</summary>
internal sealed class PostgresParts(
    PostgresPool pool, PostgresDatabase database, StoreContext context, bool isNew, TimeSpan notifyAtMostEvery)
    : IAsyncDisposable
{
    private static readonly TimeSpan OpenLimit = TimeSpan.FromSeconds(4.5);
    private static readonly Version OldestServer = new(13, 0);

    private readonly CancellationTokenSource _closing = new();
    private bool _closed;

    public PostgresDatabase Database => database;

    public StoreContext Context => context;

    public CommitNotifications Notifications { get; } = new CommitNotifications(database, notifyAtMostEvery, context.Time).Start();

    /// <summary>Cancelled when the store is closed.</summary>
    public CancellationToken Closing => _closing.Token;

    /// <summary>Connects and creates the schema.</summary>
    public static async Task<PostgresParts> OpenAsync(
        StoreContext context,
        string store,
        string variable,
        int maxConnections,
        string sessionOptions,
        IReadOnlyList<string> tables,
        TimeSpan notifyAtMostEvery,
        CancellationToken cancellationToken)
    {
        var given = PostgresErrors.Parse(context.ConnectionString, store, variable);
        var pool = PostgresPool.Create(given, maxConnections, sessionOptions);
        var database = new PostgresDatabase(
            pool.Source, new SqlScripts(context.Namespace), new PostgresErrors(given, store, variable));
        try
        {
            using var limit = new CancellationTokenSource(OpenLimit, context.Time);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
            var isNew = await CreateAsync(database, tables, either.Token);
            return new PostgresParts(pool, database, context, isNew, notifyAtMostEvery);
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            await pool.DisposeAsync();
            throw database.Errors.Unavailable(e);
        }
        catch
        {
            await pool.DisposeAsync();
            throw;
        }
    }

    /// <summary>Creates a projection's tables if they are missing.</summary>
    public static Task CreateProjectionAsync(PostgresDatabase database, string projection, CancellationToken cancellationToken) =>
        database.ExecuteAsync(Lock(database) + database.Scripts.Get("003_projection", projection), cancellationToken);

    /// <summary>Stops the notifications, drops the schema if opening created it and the data is not kept, and disconnects.</summary>
    /// <param name="parts">What uses the connections, in the order of closing.</param>
    public async ValueTask CloseAsync(params IAsyncDisposable[] parts)
    {
        if (_closed)
        {
            return;
        }

        _closed = true;
        await _closing.CancelAsync();
        foreach (var part in parts)
        {
            await part.DisposeAsync();
        }

        await Notifications.DisposeAsync();
        try
        {
            if (isNew && !context.KeepData)
            {
                await database.DropAsync();
            }
        }
        finally
        {
            await pool.DisposeAsync();
        }
    }

    public ValueTask DisposeAsync() => CloseAsync();

    // Two processes that create the same schema concurrently would conflict in the catalogue.
    private static string Lock(PostgresDatabase database) =>
        $"SELECT pg_advisory_xact_lock(hashtextextended('{database.Scripts.Schema}', 0));";

    private static async Task<bool> CreateAsync(
        PostgresDatabase database, IReadOnlyList<string> tables, CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = await database.Pool.OpenConnectionAsync(cancellationToken);
            if (connection.PostgreSqlVersion < OldestServer)
            {
                throw new StoreUnavailableException(
                    $"The server is PostgreSQL {connection.PostgreSqlVersion}; the store needs {OldestServer.Major} or newer "
                        + "(64-bit transaction ids). Upgrade it or use another server.");
            }

            await using var transaction = await connection.BeginTransactionAsync(cancellationToken);
            await using var command = connection.CreateCommand();
            command.CommandText = Lock(database);
            await command.ExecuteNonQueryAsync(cancellationToken);
            command.CommandText = $"SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = '{database.Scripts.Schema}')";
            var isNew = !(bool)(await command.ExecuteScalarAsync(cancellationToken))!;
            command.CommandText = (isNew ? $"CREATE SCHEMA {database.Scripts.QuotedSchema};" : "")
                + string.Concat(tables.Select(database.Scripts.Get));
            await command.ExecuteNonQueryAsync(cancellationToken);
            await transaction.CommitAsync(cancellationToken);
            return isNew;
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            throw database.Errors.Unavailable(e);
        }
    }
}
