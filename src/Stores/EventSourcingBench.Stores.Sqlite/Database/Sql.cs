namespace EventSourcingBench.Stores.Sqlite.Database;

internal static class Sql
{
    /// <summary>The prepared statement of a file, by its name without the extension.</summary>
    public static SqliteStatement Script(this SqliteConnection connection, string name) => connection.Statement(name, Load);

    public static string Load(string name) => EmbeddedScripts.Load(typeof(Sql), name);

    /// <summary>Inserts one caller's part of a transaction, all or nothing. Returns false if an index refused the insert. A single
    /// statement needs no savepoint: it is atomic by itself.</summary>
    /// <exception cref="SqliteException">The whole transaction must be rolled back.</exception>
    public static bool TryInsert(this SqliteConnection connection, Action insert, bool isSingle = false)
    {
        if (!isSingle)
            connection.Run("SAVEPOINT append");

        var isInserted = false;
        try
        {
            insert();
            isInserted = true;
        }
        catch (SqliteException e) when (e.Code == raw.SQLITE_CONSTRAINT)
        {
            return false;
        }
        finally
        {
            // Nothing of a caller's part that failed stays in the transaction that others share. At some errors, such as those of a full
            // disk, SQLite has rolled back all of it.
            if (!isSingle && !isInserted)
                connection.End("ROLLBACK TO append");

            if (!isSingle)
                connection.End("RELEASE append");
        }

        return true;
    }
}
