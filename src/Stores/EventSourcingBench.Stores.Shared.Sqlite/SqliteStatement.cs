namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>A prepared statement. Parameters are numbered from 1, columns from 0, as in SQLite.</summary>
internal sealed class SqliteStatement(sqlite3 database, sqlite3_stmt handle) : IDisposable
{
    private const int LongestOnStack = 512;

    /// <summary>The handle for calls that the binding library lacks, valid while the connection is open.</summary>
    public nint Handle => handle.DangerousGetHandle();

    /// <summary>Its text, comments included.</summary>
    public string Sql => raw.sqlite3_sql(handle).utf8_to_string();

    public SqliteStatement Bind(int index, long value) => Check(raw.sqlite3_bind_int64(handle, index, value));

    public SqliteStatement Bind(int index, Guid value)
    {
        Span<byte> bytes = stackalloc byte[16];
        value.TryWriteBytes(bytes, bigEndian: true, out _);
        return Check(raw.sqlite3_bind_blob(handle, index, bytes));
    }

    public SqliteStatement Bind(int index, ReadOnlySpan<byte> value) =>
        Check(value.IsEmpty ? raw.sqlite3_bind_zeroblob(handle, index, 0) : raw.sqlite3_bind_blob(handle, index, value));

    public SqliteStatement BindOrNull(int index, ReadOnlySpan<byte> value) =>
        value.IsEmpty ? Check(raw.sqlite3_bind_null(handle, index)) : Bind(index, value);

    public SqliteStatement Bind(int index, string value)
    {
        var length = Encoding.UTF8.GetByteCount(value);
        var bytes = length <= LongestOnStack ? stackalloc byte[length] : new byte[length];
        Encoding.UTF8.GetBytes(value, bytes);
        return Check(raw.sqlite3_bind_text(handle, index, bytes));
    }

    public bool Step()
    {
        var code = raw.sqlite3_step(handle);
        if (code is raw.SQLITE_ROW or raw.SQLITE_DONE)
            return code == raw.SQLITE_ROW;

        var error = SqliteConnection.Error(database);
        Reset();
        throw error;
    }

    public void Run()
    {
        while (Step())
        {
        }

        Reset();
    }

    /// <summary>Runs the statement and reads its first row; the default value if there is none.</summary>
    public T? First<T>(Func<SqliteStatement, T> read)
    {
        var first = Step() ? read(this) : default;
        Reset();
        return first;
    }

    /// <summary>The remaining rows. The statement is reset at their end, or where the reader stops.</summary>
    public IEnumerable<T> Rows<T>(Func<SqliteStatement, T> read)
    {
        try
        {
            while (Step())
                yield return read(this);
        }
        finally
        {
            Reset();
        }
    }

    public long Int64(int column) => raw.sqlite3_column_int64(handle, column);

    public Guid Guid(int column) => new(raw.sqlite3_column_blob(handle, column), bigEndian: true);

    /// <summary>The bytes of a blob or a text, valid until the next step.</summary>
    public ReadOnlySpan<byte> Bytes(int column) => raw.sqlite3_column_blob(handle, column);

    /// <summary>Resets the statement, which ends its part in a transaction.</summary>
    public void Reset() => raw.sqlite3_reset(handle);

    public void Dispose() => handle.Dispose();

    public SqliteStatement Check(int code) => code == raw.SQLITE_OK ? this : throw SqliteConnection.Error(database);
}
