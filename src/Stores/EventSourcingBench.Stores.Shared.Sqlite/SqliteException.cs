namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>An error of SQLite. It stays inside the store: exceptions of the contract carry it as their cause.</summary>
/// <param name="code">The extended result code.</param>
/// <param name="message">SQLite's message.</param>
internal sealed class SqliteException(int code, string message) : Exception($"SQLite error {code}: {message}")
{
    /// <summary>The result code without its extension, such as <c>raw.SQLITE_FULL</c>.</summary>
    public int Code { get; } = code & 0xFF;
}
