using System.Net.Sockets;
using EventSourcingBench.Abstractions;
using JasperFx;
using Marten.Exceptions;
using Npgsql;
using Weasel.Core;

namespace EventSourcingBench.Stores.Marten;

/// <summary>
/// Says what Marten's exceptions mean, by their types and SQLSTATEs. Marten wraps the driver's exceptions, some in an
/// <see cref="AggregateException"/>, so each is looked for in the whole tree.
/// </summary>
internal sealed class MartenErrors(PostgresErrors server)
{
    /// <summary>True when another writer was first, or the server broke a tie: nothing was appended.</summary>
    public static bool IsLostRace(Exception e) => Tree(e).Any(each => each is
        ConcurrencyException or
        ExistingStreamIdCollisionException or
        StreamLockedException or
        NonExistentStreamException or
        PostgresException
        {
            SqlState: PostgresErrorCodes.UniqueViolation or PostgresErrorCodes.DeadlockDetected or PostgresErrorCodes.SerializationFailure,
        });

    /// <summary>True when Marten was to lock a stream that is not there.</summary>
    public static bool IsMissingStream(Exception e) => Tree(e).Any(each => each is NonExistentStreamException);

    /// <summary>Whether it comes from the server or the way to it.</summary>
    public static bool IsDriverError(Exception e) => Driver(e) is not null;

    /// <summary>Marten would have to change a table in a way that loses data.</summary>
    public static bool IsRefusedMigration(Exception e) => Tree(e).Any(each => each is SchemaMigrationException);

    /// <summary>A statement that only reads failed, or nothing was sent.</summary>
    public StoreUnavailableException Unavailable(Exception e) => server.Unavailable(Driver(e) ?? e);

    /// <summary>An append failed with a driver's exception.</summary>
    public Exception AfterAppend(Exception e)
    {
        var driver = Driver(e) ?? e;
        return IsNotSent(driver) ? server.Unavailable(driver) : server.AfterSend(driver);
    }

    /// <summary>The exceptions inside an exception, itself first.</summary>
    public static IEnumerable<Exception> Tree(Exception e) =>
        e is AggregateException many
            ? many.InnerExceptions.SelectMany(Tree).Prepend(e)
            : e.InnerException is { } inner ? Tree(inner).Prepend(e) : [e];

    // There was no connection to send it on.
    private static bool IsNotSent(Exception driver) => driver is
        NpgsqlException
        {
            InnerException: SocketException
            {
                SocketErrorCode: SocketError.ConnectionRefused or SocketError.HostNotFound or SocketError.NoData or SocketError.TryAgain,
            },
        }
        or PostgresException { SqlState: PostgresErrorCodes.CannotConnectNow or PostgresErrorCodes.TooManyConnections };

    private static Exception? Driver(Exception e) => Tree(e).FirstOrDefault(PostgresErrors.IsDriverError);
}
