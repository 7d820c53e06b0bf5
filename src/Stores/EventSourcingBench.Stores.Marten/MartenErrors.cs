using System.Net.Sockets;

namespace EventSourcingBench.Stores.Marten;

/// <summary>Translates Marten's exceptions by their types and SQLSTATEs. Marten wraps the driver's: the whole tree is searched.</summary>
internal sealed class MartenErrors(PostgresErrors server)
{
    /// <summary>True for a version conflict or a deadlock: nothing was appended.</summary>
    public static bool IsLostRace(Exception e) => Tree(e).Any(each => each is
        ConcurrencyException or
        ExistingStreamIdCollisionException or
        StreamLockedException or
        NonExistentStreamException or
        PostgresException
        {
            SqlState: PostgresErrorCodes.UniqueViolation or PostgresErrorCodes.DeadlockDetected or PostgresErrorCodes.SerializationFailure,
        });

    public static bool IsDriverError(Exception e) => Driver(e) is not null;

    /// <summary>True where Marten refuses to start a projection that another process has taken past the mark that this one knows.</summary>
    public static bool IsBefore(Exception e) => Tree(e).Any(each => each is InvalidOperationException
        && each.Message.Contains("cannot be higher than the high water mark", StringComparison.Ordinal));

    /// <summary>A read-only statement failed, or nothing was sent.</summary>
    public StoreUnavailableException Unavailable(Exception e) => server.Unavailable(Driver(e) ?? e);

    public Exception AfterAppend(Exception e)
    {
        var driver = Driver(e) ?? e;
        return IsNotSent(driver) ? server.Unavailable(driver) : server.AfterSend(driver);
    }

    public static IEnumerable<Exception> Tree(Exception e) => e is AggregateException many
        ? many.InnerExceptions.SelectMany(Tree).Prepend(e)
        : e.InnerException is { } inner ? Tree(inner).Prepend(e) : [e];

    // Nothing was sent, because there was no connection.
    private static bool IsNotSent(Exception driver) => driver is
        NpgsqlException
        {
            InnerException: SocketException
            {
                SocketErrorCode: SocketError.ConnectionRefused or SocketError.HostNotFound or SocketError.NoData or SocketError.TryAgain,
            },
        }
        or PostgresException { SqlState: PostgresErrorCodes.CannotConnectNow or PostgresErrorCodes.TooManyConnections };

    // Marten retries within a transaction whose connection broke; the driver refuses that as an invalid operation.
    private static Exception? Driver(Exception e) => Tree(e).FirstOrDefault(
        each => PostgresErrors.IsDriverError(each) || each is InvalidOperationException { Source: "Npgsql" });
}
