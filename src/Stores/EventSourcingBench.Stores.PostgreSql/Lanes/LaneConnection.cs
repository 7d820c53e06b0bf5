using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Lanes;

/// <summary>
/// A connection with prepared statements. It opens on first use and again after a failure. Its calls block: it belongs to a lane's
/// thread.
/// </summary>
internal abstract class LaneConnection(PostgresDatabase database)
{
    private NpgsqlConnection? _connection;

    protected PostgresDatabase Database => database;

    /// <summary>
    /// Returns the connection, and drops what was learnt from it: a server that lost commits (synchronous_commit=off) breaks it.
    /// </summary>
    public virtual void Close()
    {
        var connection = _connection;
        _connection = null;
        connection?.Dispose();
    }

    /// <summary>Whether an error is an answer, and therefore not translated.</summary>
    protected abstract bool IsAnswer(PostgresException e);

    /// <param name="talk">What to do.</param>
    /// <param name="writes">Whether the server may commit. Preparations come first and do not write.</param>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke while the server might commit.</exception>
    protected T Talk<T>(Func<NpgsqlConnection, T> talk, bool writes = false)
    {
        try
        {
            return talk(_connection ??= database.Pool.OpenConnection());
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e) && !(e is PostgresException p && IsAnswer(p)))
        {
            if (e is not PostgresException { InvariantSeverity: "ERROR" })
                Close();

            throw writes ? database.Errors.AfterSend(e) : database.Errors.Unavailable(e);
        }
    }
}
