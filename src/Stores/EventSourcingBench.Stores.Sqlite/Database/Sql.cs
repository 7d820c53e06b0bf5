namespace EventSourcingBench.Stores.Sqlite.Database;

/// <summary>The statements from the numbered files in <c>Scripts</c>.</summary>
internal static class Sql
{
    public static readonly string Schema = Load("001_schema");
    public static readonly string StreamVersion = Load("010_stream_version");
    public static readonly string AppendEvent = Load("011_append_event");
    public static readonly string FindEvent = Load("012_find_event");
    public static readonly string AppendRun = Load("014_append_run");

    /// <summary>As <see cref="AppendEvent"/>, with a flag for events in a run.</summary>
    public static readonly string AppendBulkEvent = Load("015_append_bulk_event");

    public static readonly string ReadStream = Load("020_read_stream");
    public static readonly string ReadAll = Load("021_read_all");
    public static readonly string Head = Load("022_head");
    public static readonly string FindRun = Load("023_find_run");
    public static readonly string ReadEvents = Load("024_read_events");

    public static readonly string DcbSchema = Load("101_dcb_schema");
    public static readonly string DcbAppendEvent = Load("110_dcb_append_event");
    public static readonly string DcbAppendTag = Load("111_dcb_append_tag");
    public static readonly string DcbFindEvent = Load("112_dcb_find_event");
    public static readonly string DcbReadAll = Load("125_dcb_read_all");
    public static readonly string DcbExistsAny = Load("126_dcb_exists_any");
    public static readonly string DcbHead = Load("127_dcb_head");
    public static readonly string DcbCountTag = Load("128_dcb_count_tag");

    /// <summary>A statement by its file name without the extension.</summary>
    public static string Load(string name) => EmbeddedScripts.Load(typeof(Sql), name);
}
