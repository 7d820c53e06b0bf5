namespace EventSourcingBench.Stores.Sqlite;

/// <summary>The statements from the numbered files in <c>Scripts</c>.</summary>
internal static class Sql
{
    public static string Schema { get; } = Load("001_schema");

    /// <summary>Upgrades a file without runs to the schema.</summary>
    public static string Upgrade { get; } = Load("002_upgrade");

    /// <summary>1 for a file without runs.</summary>
    public static string IsBeforeRuns { get; } = Load("003_is_before_runs");

    public static string StreamVersion { get; } = Load("010_stream_version");

    public static string AppendEvent { get; } = Load("011_append_event");

    public static string FindEvent { get; } = Load("012_find_event");

    /// <summary>As <see cref="AppendEvent"/>, with a flag for events in a run.</summary>
    public static string AppendBulkEvent { get; } = Load("015_append_bulk_event");

    public static string AppendRun { get; } = Load("014_append_run");

    public static string ReadStream { get; } = Load("020_read_stream");

    public static string ReadAll { get; } = Load("021_read_all");

    public static string Head { get; } = Load("022_head");

    public static string FindRun { get; } = Load("023_find_run");

    public static string ReadEvents { get; } = Load("024_read_events");

    /// <summary>A statement by its file name without the extension.</summary>
    public static string Load(string name)
    {
        using var stream = typeof(Sql).Assembly.GetManifestResourceStream(name + ".sql")
            ?? throw new InvalidOperationException($"The script {name}.sql is missing from the assembly.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
