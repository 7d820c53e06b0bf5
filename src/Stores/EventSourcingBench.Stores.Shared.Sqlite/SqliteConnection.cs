namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>A connection with its prepared statements. Not safe for concurrent use.</summary>
internal sealed class SqliteConnection : IDisposable
{
    private const int BusyMilliseconds = 2000;
    private const int MostQueries = 100;

    private readonly Dictionary<string, SqliteStatement> _statements = new(StringComparer.Ordinal);
    private readonly Dictionary<string, SqliteStatement> _queries = new(StringComparer.Ordinal);
    private readonly sqlite3 _database;

    static SqliteConnection() => Batteries_V2.Init();

    public SqliteConnection(string path, bool readOnly)
    {
        var access = readOnly ? raw.SQLITE_OPEN_READONLY : raw.SQLITE_OPEN_READWRITE | raw.SQLITE_OPEN_CREATE;
        var code = raw.sqlite3_open_v2(path, out _database, access | raw.SQLITE_OPEN_NOMUTEX, null);
        if (code != raw.SQLITE_OK)
        {
            var error = Error(_database);
            _database.Dispose();
            throw error;
        }

        raw.sqlite3_extended_result_codes(_database, 1);
        raw.sqlite3_busy_timeout(_database, BusyMilliseconds);
    }

    public NameCache Names { get; } = new();

    public long LastInsertedRow => raw.sqlite3_last_insert_rowid(_database);

    public static SqliteException Error(sqlite3 database) =>
        new(raw.sqlite3_extended_errcode(database), raw.sqlite3_errmsg(database).utf8_to_string());

    public SqliteStatement Statement(string script, Func<string, string> load)
    {
        if (!_statements.TryGetValue(script, out var statement))
            _statements.Add(script, statement = Prepare(load(script)));

        return statement;
    }

    public SqliteStatement Statement(string sql) => Statement(sql, static text => text);

    /// <summary>The prepared statement of a generated query, one of a few that are kept: use it up before the next request.</summary>
    public SqliteStatement QueryStatement(string sql)
    {
        if (!_queries.TryGetValue(sql, out var statement))
        {
            if (_queries.Count >= MostQueries)
                DisposeAll(_queries);

            _queries.Add(sql, statement = Prepare(sql));
        }

        return statement;
    }

    /// <summary>The prepared statements that search something, each with its query plan.</summary>
    public IReadOnlyList<string> Explain() =>
    [
        .. from statement in _statements.Values.Concat(_queries.Values).ToList()
           where !statement.Sql.StartsWith("PRAGMA", StringComparison.Ordinal)
           let plan = PlanOf(statement.Sql)
           where plan.Length > 0
           select $"{statement.Sql.Trim()}\n\n{plan}",
    ];

    /// <summary>Whether the last statement that changes rows did so. With RETURNING a rebuild took 1.6 times as long.</summary>
    public bool HasChanged => raw.sqlite3_changes(_database) > 0;

    public void Run(string sql) => Statement(sql).Run();

    public void RunScript(string script)
    {
        if (raw.sqlite3_exec(_database, script) != raw.SQLITE_OK)
            throw Error(_database);
    }

    /// <summary>Runs a statement that needs a transaction, where there is one.</summary>
    public void End(string sql)
    {
        if (raw.sqlite3_get_autocommit(_database) == 0)
            Run(sql);
    }

    /// <summary>The first column of a query's first row as a number, 0 if there is no row.</summary>
    public long Number(string sql) => Statement(sql).First(static s => s.Int64(0));

    public string Pragma(string name) => Statement($"PRAGMA {name}").First(static s => Encoding.UTF8.GetString(s.Bytes(0))) ?? "";

    public void Dispose()
    {
        DisposeAll(_statements);
        DisposeAll(_queries);
        _database.Dispose();
    }

    private SqliteStatement Prepare(string sql) =>
        raw.sqlite3_prepare_v3(_database, sql, raw.SQLITE_PREPARE_PERSISTENT, out var handle) == raw.SQLITE_OK
            ? new SqliteStatement(_database, handle)
            : throw Error(_database);

    // The fourth column is the text of a step.
    private string PlanOf(string sql)
    {
        using var explained = Prepare("EXPLAIN QUERY PLAN " + sql);
        return string.Concat(explained.Rows(static step => Encoding.UTF8.GetString(step.Bytes(3)) + '\n'));
    }

    private static void DisposeAll(Dictionary<string, SqliteStatement> statements)
    {
        foreach (var statement in statements.Values)
            statement.Dispose();

        statements.Clear();
    }
}

/// <summary>An error of SQLite. It stays inside the store: exceptions of the contract carry it as their cause.</summary>
internal sealed class SqliteException(int code, string message) : Exception($"SQLite error {code}: {message}")
{
    /// <summary>The result code without its extension, such as <c>raw.SQLITE_FULL</c>.</summary>
    public int Code { get; } = code & 0xFF;
}
