namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>What SQLite said. It stays inside of the store: the contract's exceptions carry it as their cause.</summary>
/// <param name="code">The extended result code.</param>
/// <param name="message">SQLite's words.</param>
internal sealed class SqliteException(int code, string message) : Exception($"SQLite error {code}: {message}")
{
    /// <summary>The result code without its extension: <c>raw.SQLITE_FULL</c> and the like.</summary>
    public int Code { get; } = code & 0xFF;
}
