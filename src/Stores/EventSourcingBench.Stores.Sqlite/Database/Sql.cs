namespace EventSourcingBench.Stores.Sqlite.Database;

/// <summary>The statements from the numbered files in <c>Scripts</c>.</summary>
internal static class Sql
{
    /// <summary>The prepared statement of a file, by its name without the extension.</summary>
    public static SqliteStatement Script(this SqliteConnection connection, string name) => connection.Statement(name, Load);

    public static string Load(string name) => EmbeddedScripts.Load(typeof(Sql), name);
}
