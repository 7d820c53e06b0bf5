namespace EventSourcingBench.Stores.Sqlite.Dcb;

/// <summary>The statements of <c>dcb-sqlite</c> that do not depend on the query.</summary>
internal static class DcbSql
{
    public static string Schema { get; } = Sql.Load("101_dcb_schema");

    public static string AppendEvent { get; } = Sql.Load("110_dcb_append_event");

    public static string AppendTag { get; } = Sql.Load("111_dcb_append_tag");

    public static string FindEvent { get; } = Sql.Load("112_dcb_find_event");

    public static string ReadAll { get; } = Sql.Load("125_dcb_read_all");

    public static string ExistsAny { get; } = Sql.Load("126_dcb_exists_any");

    public static string Head { get; } = Sql.Load("127_dcb_head");

    public static string CountTag { get; } = Sql.Load("128_dcb_count_tag");
}
