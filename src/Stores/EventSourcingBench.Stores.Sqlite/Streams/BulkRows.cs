namespace EventSourcingBench.Stores.Sqlite.Streams;

/// <summary>Inserts many rows per statement. Bound parameters keep their values, so repeated values are bound once.</summary>
internal sealed class BulkRows(SqliteConnection connection, DateTimeOffset now)
{
    /// <summary>The rows per statement. More gain nothing.</summary>
    public const int Most = 64;

    private const int Columns = 7;
    private const int IdBytes = 16;
    private const int DataBytes = 64 * 1024;

    private static readonly string Many = Sql.Load("013_append_events").Replace(
        "{rows}", string.Join(", ", Enumerable.Repeat("(?1, ?, ?, ?, ?, ?, ?, ?)", Most)), StringComparison.Ordinal);

    // SQLite reads ids, stream names and data in place: they must not move.
    private readonly byte[] _pinned = GC.AllocateUninitializedArray<byte>(
        (Most * (IdBytes + StreamId.MaxLength)) + DataBytes, pinned: true);
    private readonly SqliteStatement _many = connection.Statement(Many).Bind(1, now.UtcTicks);
    private readonly string?[] _streams = new string?[Most];
    private readonly string?[] _types = new string?[Most];
    private int _row;
    private int _dataUsed;

    /// <summary>Adds a row, and inserts <see cref="Most"/> rows at a time.</summary>
    public void Add(StreamId stream, long version, EventData data, bool isInRun)
    {
        var first = 2 + (_row * Columns);
        BindStream(first, stream.Value);
        _many.Bind(first + 1, version);
        var id = _pinned.AsSpan(_row * IdBytes, IdBytes);
        data.Id.TryWriteBytes(id, bigEndian: true, out _);
        BorrowedBinding.BindBlob(_many, first + 2, id);
        BindType(first + 3, data.Type);
        BindData(first + 4, data.Data.Span);
        _many.BindOrNull(first + 5, data.Metadata.Span).Bind(first + 6, isInRun ? 1 : 0);
        if (++_row == Most)
        {
            (_row, _dataUsed) = (0, 0);
            _many.Run();
            GC.KeepAlive(_pinned);
        }
    }

    // Each row has a separate buffer, whose content must not change while it is bound.
    private void BindStream(int parameter, string name)
    {
        if (!string.Equals(_streams[_row], name, StringComparison.Ordinal))
        {
            var bytes = _pinned.AsSpan((Most * IdBytes) + (_row * StreamId.MaxLength), name.Length);
            Encoding.ASCII.GetBytes(name, bytes);
            BorrowedBinding.BindText(_many, parameter, bytes);
            _streams[_row] = name;
        }
    }

    private void BindType(int parameter, string type)
    {
        if (!string.Equals(_types[_row], type, StringComparison.Ordinal))
        {
            _many.Bind(parameter, type);
            _types[_row] = type;
        }
    }

    private void BindData(int parameter, ReadOnlySpan<byte> data)
    {
        if (data.IsEmpty || data.Length > DataBytes - _dataUsed)
        {
            _many.Bind(parameter, data);
            return;
        }

        var bytes = _pinned.AsSpan((Most * (IdBytes + StreamId.MaxLength)) + _dataUsed, data.Length);
        data.CopyTo(bytes);
        _dataUsed += data.Length;
        BorrowedBinding.BindBlob(_many, parameter, bytes);
    }
}

/// <summary>Binds bytes that SQLite reads in place. The binding library always makes SQLite copy them, an allocation per value, which
/// took a sixth of the time of a bulk append with small events.</summary>
internal static partial class BorrowedBinding
{
    private const string Library = "e_sqlite3";

    /// <summary>Binds a blob. The bytes are pinned, and unchanged until the statement has run.</summary>
    public static void BindBlob(SqliteStatement statement, int index, ReadOnlySpan<byte> bytes) =>
        statement.Check(sqlite3_bind_blob(statement.Handle, index, in MemoryMarshal.GetReference(bytes), bytes.Length, 0));

    public static void BindText(SqliteStatement statement, int index, ReadOnlySpan<byte> bytes) =>
        statement.Check(sqlite3_bind_text(statement.Handle, index, in MemoryMarshal.GetReference(bytes), bytes.Length, 0));

    // The last parameter, 0, is SQLITE_STATIC.
    [LibraryImport(Library)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories | DllImportSearchPath.AssemblyDirectory)]
    private static partial int sqlite3_bind_blob(nint statement, int index, in byte bytes, int length, nint destructor);

    [LibraryImport(Library)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories | DllImportSearchPath.AssemblyDirectory)]
    private static partial int sqlite3_bind_text(nint statement, int index, in byte text, int length, nint destructor);
}
