using System.Net.Sockets;
using EventSourcingBench.Abstractions;
using Npgsql;

namespace EventSourcingBench.Stores.Shared;

/// <summary>
/// Says in the user's words what a driver's exception means. It is told by types, SQLSTATE and constraint names, never
/// by message texts.
/// </summary>
/// <param name="given">The user's connection string, whose host, database and user the messages name.</param>
/// <param name="store">The name of the store, which its options begin with.</param>
/// <param name="variable">The variable of the environment that holds the connection string.</param>
internal sealed class PostgresErrors(NpgsqlConnectionStringBuilder given, string store, string variable = PostgresErrors.Postgres)
{
    /// <summary>The variable of the environment that holds the connection string of one server.</summary>
    public const string Postgres = "EVENTSOURCINGBENCH_POSTGRES";

    private const string Example = "Host=localhost;Username=me;Password=secret;Database=postgres";

    private const string Closed = "The store was closed. Open it again.";

    private string Server => given.Host?.Contains(',', StringComparison.Ordinal) == true ? given.Host : $"{given.Host}:{given.Port}";

    private string Fix => $"Correct {variable}";

    /// <summary>Reads the user's connection string.</summary>
    /// <exception cref="StoreUnavailableException">There is none, or it cannot be read.</exception>
    public static NpgsqlConnectionStringBuilder Parse(string? connectionString, string store, string variable = Postgres)
    {
        if (string.IsNullOrWhiteSpace(connectionString))
        {
            throw new StoreUnavailableException(
                $"{store} has no connection string. Set {variable}, such as {Example}.");
        }

        try
        {
            return new NpgsqlConnectionStringBuilder(connectionString);
        }
        catch (Exception e) when (e is ArgumentException or FormatException or KeyNotFoundException)
        {
            // The exception's message may quote a value of the string: a password must not come out that way.
            throw new StoreUnavailableException(
                $"The connection string of {store} cannot be read. Correct {variable}: pairs of key=value parted by semicolons, such as {Example}.");
        }
    }

    /// <summary>True when a DCB store has an event of the same id.</summary>
    public static bool IsKnownEvent(Exception e) =>
        e is PostgresException { SqlState: PostgresErrorCodes.UniqueViolation, ConstraintName: "dcb_events_event_id_key" };

    /// <summary>A connection could not be had, or a statement that only reads failed.</summary>
    public StoreUnavailableException Unavailable(Exception e) => new(Explain(e), e);

    /// <summary>What those get who use the store after, or wait while, it is closed.</summary>
    public static StoreUnavailableException StoreClosed() => new(Closed);

    /// <summary>
    /// A writing statement failed after it had been sent. The server's ERROR means that it rolled back. FATAL and a
    /// broken connection leave open whether the commit had been done.
    /// </summary>
    public Exception AfterSend(Exception e) =>
        e is PostgresException { InvariantSeverity: "ERROR" }
            ? Unavailable(e)
            : new OutcomeUnknownException($"The connection to PostgreSQL at {Server} broke before the answer came: {e.Message}", e);

    /// <summary>Whether it comes from the server or the way to it; anything else is a defect and must be seen as such.</summary>
    public static bool IsDriverError(Exception e) =>
        e is NpgsqlException or SocketException or IOException or TimeoutException or ObjectDisposedException;

    private string Explain(Exception e) => e switch
    {
        PostgresException p => Explain(p),
        ObjectDisposedException => Closed,
        NpgsqlException { InnerException: SocketException { SocketErrorCode: SocketError.HostNotFound or SocketError.NoData or SocketError.TryAgain } } or
        SocketException { SocketErrorCode: SocketError.HostNotFound or SocketError.NoData or SocketError.TryAgain } =>
            $"The host '{given.Host}' is not known. {Fix}: Host.",
        NpgsqlException { InnerException: SocketException s } =>
            $"No PostgreSQL server answers at {Server} ({s.SocketErrorCode}). Start it, or correct Host and Port in {variable}.",
        SocketException s =>
            $"No PostgreSQL server answers at {Server} ({s.SocketErrorCode}). Start it, or correct Host and Port in {variable}.",
        NpgsqlException { InnerException: AggregateException } =>
            $"None of the PostgreSQL servers at {Server} takes writes. Start the primary or promote a standby, or correct Host in {variable}.",
        NpgsqlException { InnerException: TimeoutException } or TimeoutException or OperationCanceledException =>
            $"PostgreSQL at {Server} did not answer in time. Look whether it is overloaded or behind a firewall, or correct Host and Port in {variable}.",
        _ => $"PostgreSQL at {Server} could not be used: {e.Message}",
    };

    private string Explain(PostgresException e) => e.SqlState switch
    {
        PostgresErrorCodes.InvalidPassword or PostgresErrorCodes.InvalidAuthorizationSpecification =>
            $"PostgreSQL at {Server} does not let the user '{given.Username}' in: {e.MessageText}. {Fix}: Username and Password.",
        PostgresErrorCodes.InvalidCatalogName =>
            $"PostgreSQL at {Server} has no database '{given.Database ?? given.Username}'. {Fix}: Database, or create it (createdb).",
        PostgresErrorCodes.InsufficientPrivilege =>
            $"PostgreSQL at {Server} refuses the user '{given.Username}' a right: {e.MessageText}. Give it: GRANT CREATE ON DATABASE \"{given.Database ?? given.Username}\" TO \"{given.Username}\".",
        PostgresErrorCodes.TooManyConnections =>
            $"PostgreSQL at {Server} has no connection left: {e.MessageText}. Raise its max_connections, or say --store-option {store}.maxConnections with less.",
        PostgresErrorCodes.CannotConnectNow =>
            $"PostgreSQL at {Server} takes no connection now: {e.MessageText}. Wait until it has started.",
        PostgresErrorCodes.AdminShutdown or PostgresErrorCodes.CrashShutdown =>
            $"PostgreSQL at {Server} was shut down: {e.MessageText}.",
        PostgresErrorCodes.UndefinedTable or PostgresErrorCodes.InvalidSchemaName =>
            $"The store's tables are gone from PostgreSQL at {Server}: {e.MessageText}. Somebody dropped its schema; open the store again.",
        PostgresErrorCodes.DiskFull =>
            $"The disk of PostgreSQL at {Server} is full: {e.MessageText}. Make room.",
        _ => $"PostgreSQL at {Server} refused: {e.MessageText} (SQLSTATE {e.SqlState}).",
    };
}
