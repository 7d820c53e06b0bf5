namespace EventSourcingBench.Stores.Sqlite.Database;

/// <summary>The options and their SQLite settings.</summary>
internal static class SqliteOptions
{
    public const string Synchronous = "sqlite.synchronous";
    public const string GroupCommit = "sqlite.groupCommit";

    private static readonly string[] Described =
        ["journal_mode", "synchronous", "fullfsync", "page_size", "cache_size", "wal_autocheckpoint", "temp_store", "mmap_size"];

    public static IReadOnlyList<StoreOption> All { get; } =
    [
        new StoreOption(
            Synchronous, StoreOptionKind.Choice, "full", "full: every commit is forced to disk; normal: at checkpoints only, less durable")
        {
            Choices = ["full", "normal"],
        },
        new StoreOption(GroupCommit, StoreOptionKind.Switch, "on", "on: waiting appends share a commit; off: one commit per append"),
    ];

    /// <summary>The settings in force, read from the database.</summary>
    public static IReadOnlyList<EffectiveSetting> Read(SqliteConnection connection) =>
        [.. Described.Select(name => new EffectiveSetting(name, Word(name, connection.Pragma(name)))).Where(s => s.Value.Length > 0)];

    private static string Word(string name, string value) => (name, value) switch
    {
        ("synchronous", "0") => "off",
        ("synchronous", "1") => "normal",
        ("synchronous", "2") => "full",
        ("synchronous", "3") => "extra",
        ("fullfsync", "0") => "off",
        ("fullfsync", "1") => "on",
        ("temp_store", "0") => "default",
        ("temp_store", "1") => "file",
        ("temp_store", "2") => "memory",
        _ => value,
    };
}
