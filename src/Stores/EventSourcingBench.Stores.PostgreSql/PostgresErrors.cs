using System.Net.Sockets;
using EventSourcingBench.Abstractions;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>
/// Says in the user's words what a driver's exception means. It is told by types, SQLSTATE and constraint names, never
/// by message texts.
/// </summary>
/// <param name="given">The user's connection string, whose host, database and user the messages name.</param>
internal sealed class PostgresErrors(NpgsqlConnectionStringBuilder given)
{
    private const string Fix = "Correct EVENTSOURCINGBENCH_POSTGRES";

    private const string Closed = "The store was closed. Open it again.";

    private string Server => $"{given.Host}:{given.Port}";

    /// <summary>True when another writer took the stream's version or the event's id is in the store.</summary>
    public static bool IsLostRace(PostgresException e) =>
        e is { SqlState: PostgresErrorCodes.UniqueViolation, ConstraintName: "events_stream_version_key" or "events_event_id_key" };

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
            $"No PostgreSQL server answers at {Server} ({s.SocketErrorCode}). Start it, or correct Host and Port in EVENTSOURCINGBENCH_POSTGRES.",
        SocketException s =>
            $"No PostgreSQL server answers at {Server} ({s.SocketErrorCode}). Start it, or correct Host and Port in EVENTSOURCINGBENCH_POSTGRES.",
        NpgsqlException { InnerException: TimeoutException } or TimeoutException or OperationCanceledException =>
            $"PostgreSQL at {Server} did not answer in time. Look whether it is overloaded or behind a firewall, or correct Host and Port in EVENTSOURCINGBENCH_POSTGRES.",
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
            $"PostgreSQL at {Server} has no connection left: {e.MessageText}. Raise its max_connections, or let the store take less (--store-option postgres.maxConnections, dcb-postgres.maxConnections).",
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
