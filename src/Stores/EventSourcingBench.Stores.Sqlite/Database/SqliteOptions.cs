namespace EventSourcingBench.Stores.Sqlite.Database;

internal static class SqliteOptions
{
    public const string Synchronous = "sqlite.synchronous";
    public const string GroupCommit = "sqlite.groupCommit";

    // The settings that are described, with the words for their numbers.
    private static readonly (string Name, string[] Words)[] Described =
    [
        ("journal_mode", []),
        ("synchronous", ["off", "normal", "full", "extra"]),
        ("fullfsync", ["off", "on"]),
        ("page_size", []),
        ("cache_size", []),
        ("wal_autocheckpoint", []),
        ("temp_store", ["default", "file", "memory"]),
        ("mmap_size", []),
    ];

    public static IReadOnlyList<StoreOption> All { get; } =
    [
        new StoreOption(
            Synchronous, StoreOptionKind.Choice, "full",
            "full: every commit is forced to disk; normal: at checkpoints only, less durable; off: never")
        { Choices = ["full", "normal", "off"] },
        new StoreOption(GroupCommit, StoreOptionKind.Switch, "on", "on: waiting appends share a commit; off: one commit per append"),
    ];

    public static IReadOnlyList<EffectiveSetting> Read(SqliteConnection connection) =>
        [.. Described.Select(s => new EffectiveSetting(s.Name, Word(connection.Pragma(s.Name), s.Words))).Where(s => s.Value.Length > 0)];

    private static string Word(string value, string[] words) =>
        int.TryParse(value, CultureInfo.InvariantCulture, out var number) && number >= 0 && number < words.Length ? words[number] : value;
}
