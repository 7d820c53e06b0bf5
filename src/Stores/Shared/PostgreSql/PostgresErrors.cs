using System.Net.Sockets;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Translates the driver's exceptions by types, SQLSTATE and constraint names, never by message texts.</summary>
/// <param name="given">The user's connection string; messages name its host, database and user.</param>
/// <param name="options">The prefix of the store's options.</param>
internal sealed class PostgresErrors(NpgsqlConnectionStringBuilder given, string options, string variable = PostgresErrors.Postgres)
{
    /// <summary>The environment variable with the connection string of a single server.</summary>
    public const string Postgres = "EVENTSOURCINGBENCH_POSTGRES";

    private const string Example = "Host=localhost;Username=me;Password=secret;Database=postgres";

    private string Server => given.Host?.Contains(',', StringComparison.Ordinal) == true ? given.Host : $"{given.Host}:{given.Port}";

    private string Fix => $"Correct {variable}";

    /// <exception cref="StoreUnavailableException">It is missing or invalid.</exception>
    public static NpgsqlConnectionStringBuilder Parse(string? connectionString, string store, string variable = Postgres)
    {
        if (string.IsNullOrWhiteSpace(connectionString))
            throw new StoreUnavailableException($"{store} has no connection string. Set {variable}, such as {Example}.");

        try
        {
            return new NpgsqlConnectionStringBuilder(connectionString);
        }
        catch (Exception e) when (e is ArgumentException or FormatException or KeyNotFoundException)
        {
            // The exception's message may quote a value of the string, such as the password.
            throw new StoreUnavailableException(
                $"The connection string of {store} is invalid. Correct {variable}: key=value pairs separated by "
                    + $"semicolons, such as {Example}.");
        }
    }

    public static bool IsKnownEvent(Exception e) =>
        e is PostgresException { SqlState: PostgresErrorCodes.UniqueViolation, ConstraintName: "dcb_events_event_id_key" };

    /// <summary>A connection failed, or a read-only statement.</summary>
    public StoreUnavailableException Unavailable(Exception e) => new(Explain(e), e);

    /// <summary>A writing statement failed. The server's ERROR means a rollback; otherwise the outcome is unknown.</summary>
    public Exception AfterSend(Exception e) => e is PostgresException { InvariantSeverity: "ERROR" }
        ? Unavailable(e)
        : new OutcomeUnknownException($"The connection to PostgreSQL at {Server} broke before the answer arrived: {e.Message}", e);

    /// <summary>Whether the exception comes from the server or the connection to it. Any other is a defect and is not translated.</summary>
    public static bool IsDriverError(Exception e) =>
        e is NpgsqlException or SocketException or IOException or TimeoutException or ObjectDisposedException;

    private string Explain(Exception e) => e switch
    {
        PostgresException p => Explain(p),
        ObjectDisposedException => StoreClosing.Error().Message,
        NpgsqlException { InnerException: SocketException socket } => Explain(socket),
        SocketException { SocketErrorCode: SocketError.HostNotFound or SocketError.NoData or SocketError.TryAgain } =>
            $"The host '{given.Host}' is unknown. {Fix}: Host.",
        SocketException s =>
            $"No PostgreSQL server is listening at {Server} ({s.SocketErrorCode}). Start it, or correct Host and Port in {variable}.",
        NpgsqlException { InnerException: AggregateException } =>
            $"None of the PostgreSQL servers at {Server} accepts writes. Start the primary or promote a standby, or "
                + $"correct Host in {variable}.",
        NpgsqlException { InnerException: TimeoutException } or TimeoutException or OperationCanceledException =>
            $"PostgreSQL at {Server} did not answer in time. Check whether it is overloaded or behind a firewall, or correct "
                + $"Host and Port in {variable}.",
        _ => $"PostgreSQL at {Server} could not be used: {e.Message}",
    };

    private string Explain(PostgresException e) => e.SqlState switch
    {
        PostgresErrorCodes.InvalidPassword or PostgresErrorCodes.InvalidAuthorizationSpecification =>
            $"PostgreSQL at {Server} rejected the user '{given.Username}': {e.MessageText}. {Fix}: Username and Password.",
        PostgresErrorCodes.InvalidCatalogName =>
            $"PostgreSQL at {Server} has no database '{given.Database ?? given.Username}'. {Fix}: Database, or create it (createdb).",
        PostgresErrorCodes.InsufficientPrivilege =>
            $"PostgreSQL at {Server} denied the user '{given.Username}' a permission: {e.MessageText}. Run: GRANT CREATE ON "
                + $"DATABASE \"{given.Database ?? given.Username}\" TO \"{given.Username}\".",
        PostgresErrorCodes.TooManyConnections =>
            $"PostgreSQL at {Server} has no connection left: {e.MessageText}. Increase its max_connections, or reduce "
                + $"--store-option {options}.maxConnections.",
        PostgresErrorCodes.CannotConnectNow =>
            $"PostgreSQL at {Server} accepts no connections now: {e.MessageText}. Wait until it has started.",
        PostgresErrorCodes.AdminShutdown or PostgresErrorCodes.CrashShutdown => $"PostgreSQL at {Server} was shut down: {e.MessageText}.",
        PostgresErrorCodes.UndefinedTable or PostgresErrorCodes.InvalidSchemaName =>
            $"The store's tables are missing on PostgreSQL at {Server}: {e.MessageText}. The schema was dropped; open the store again.",
        PostgresErrorCodes.DiskFull => $"The disk of PostgreSQL at {Server} is full: {e.MessageText}. Free disk space.",
        _ => $"PostgreSQL at {Server} refused: {e.MessageText} (SQLSTATE {e.SqlState}).",
    };
}
