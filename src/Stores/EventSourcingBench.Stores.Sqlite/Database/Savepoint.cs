using SQLitePCL;

namespace EventSourcingBench.Stores.Sqlite.Database;

/// <summary>Undoes one caller's part of a transaction.</summary>
internal static class Savepoint
{
    /// <summary>
    /// Inserts all or nothing. Returns false if an index refused the insert, and nothing was inserted. A single statement needs no
    /// savepoint: it is atomic by itself.
    /// </summary>
    /// <exception cref="SqliteException">The whole transaction must be rolled back.</exception>
    public static bool TryInsert(SqliteConnection connection, bool isNeeded, Action insert)
    {
        if (isNeeded)
            connection.Run("SAVEPOINT append");

        var isInserted = true;
        try
        {
            insert();
        }
        catch (SqliteException e) when (e.Code == raw.SQLITE_CONSTRAINT)
        {
            isInserted = false;
        }

        if (isNeeded)
        {
            if (!isInserted)
                connection.Run("ROLLBACK TO append");

            connection.Run("RELEASE append");
        }

        return isInserted;
    }
}
