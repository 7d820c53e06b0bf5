namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>The statements of one projection, with its name in the table names.</summary>
/// <param name="projection">The projection's validated name: lower-case letters, digits and <c>_</c>.</param>
internal sealed class ProjectionSql(string projection)
{
    public string Schema { get; } = Load("030_projection_schema", projection);
    public string InsertRow { get; } = Load("031_insert_row", projection);
    public string AddToSummary { get; } = Load("032_add_to_summary", projection);
    public string SaveCheckpoint { get; } = Load("033_save_checkpoint", projection);
    public string Clear { get; } = Load("034_clear", projection);
    public string Progress { get; } = Load("040_progress", projection);
    public string FindRow { get; } = Load("041_find_row", projection);
    public string FindSummary { get; } = Load("042_find_summary", projection);
    public string ReadRows { get; } = Load("043_read_rows", projection);

    private static string Load(string script, string projection) =>
        EmbeddedScripts.Load(typeof(ProjectionSql), script).Replace("{projection}", projection, StringComparison.Ordinal);
}
