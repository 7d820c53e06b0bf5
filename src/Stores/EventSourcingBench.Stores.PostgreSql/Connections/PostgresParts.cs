namespace EventSourcingBench.Stores.PostgreSql.Connections;

internal sealed record PostgresParts(PostgresDatabase Database, StoreContext Context, bool IsNew, TimeSpan NotifyAtMostEvery)
    : OpenDatabase(Database, Context, IsNew)
{
    private static readonly Version OldestServer = new(13, 0);

    public CommitNotifications Notifications { get; } = new(Database, NotifyAtMostEvery, Context.Time);

    public static Task<PostgresParts> OpenAsync(
        StoreContext context, string store, string variable, int maxConnections, string sessionOptions, IReadOnlyList<string> tables,
        TimeSpan notifyAtMostEvery, CancellationToken cancellationToken, bool hasStandbys = false)
    {
        var given = PostgresErrors.Parse(context.ConnectionString, store, variable);
        var (pool, owner) = Pool(given, maxConnections, sessionOptions, hasStandbys);
        var database = new PostgresDatabase(pool, new SqlScripts(context.Namespace), new PostgresErrors(given, store, variable))
        { Companion = owner };
        return OpenAsync(
            database,
            context,
            async limit => new PostgresParts(
                database, context, await database.Translated(CreateAsync(database, tables, limit).WaitAsync(limit)), notifyAtMostEvery),
            cancellationToken);
    }

    /// <summary>A statement for transactions that create tables: two processes that do so concurrently would conflict in the
    /// catalogue.</summary>
    public static string Lock(PostgresDatabase database) =>
        $"SELECT pg_advisory_xact_lock(hashtextextended('{database.Scripts.Schema}', 0));";

    // The connections to the server, or to the writable one if the connection string names several hosts.
    private static (NpgsqlDataSource Pool, NpgsqlDataSource? Owner) Pool(
        NpgsqlConnectionStringBuilder given, int maxConnections, string sessionOptions, bool hasStandbys)
    {
        var settings = Settings(given, maxConnections, sessionOptions);
        (settings.MaxAutoPrepare, settings.Multiplexing, settings.NoResetOnClose) = (0, false, true);
        var isOfSeveral = given.Host?.Contains(',', StringComparison.Ordinal) == true;
        if (isOfSeveral)
        {
            settings.Remove("Target Session Attributes");
            settings.LoadBalanceHosts = false;
            settings.HostRecheckSeconds = 1; // A standby may become the primary within a second.
        }

        if (isOfSeveral || hasStandbys)
        {
            // A commit that waits for its standbys is already on the primary. The driver cancels a statement that takes too long, which
            // ends the wait, and the server reports success. The driver must not wait for that answer: it closes the connection.
            settings.CancellationTimeout = -1;
        }

        var builder = new NpgsqlSlimDataSourceBuilder(settings.ConnectionString);
        builder.EnableArrays();
        builder.EnableTransportSecurity();
        if (!isOfSeveral)
            return (builder.Build(), null);

        var owner = builder.BuildMultiHost();
        return (owner.WithTargetSession(TargetSessionAttributes.Primary), owner);
    }

    private static async Task<bool> CreateAsync(
        PostgresDatabase database, IReadOnlyList<string> tables, CancellationToken cancellationToken)
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
            + string.Concat(tables.Select(t => database.Scripts.Get(t)));
        await command.ExecuteNonQueryAsync(cancellationToken);
        await transaction.CommitAsync(cancellationToken);
        return isNew;
    }
}
