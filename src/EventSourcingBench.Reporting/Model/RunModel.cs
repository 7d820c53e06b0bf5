namespace EventSourcingBench.Reporting.Model;

/// <summary>One folder of the report: a load run (<c>run A</c>, empty for the only one), or microbenchmarks (<c>Microbenchmarks</c>,
/// <c>Microbenchmarks A</c>); what the head of the page says of it in short, the flags with the most serious first, the command that
/// measures the same again, and the machine.</summary>
public sealed record RunModel(
    string Name, string Folder, IReadOnlyList<string> Heads, IReadOnlyList<Flag> Flags, string Command, TableModel Environment)
{
    /// <summary>The load run; null for microbenchmarks.</summary>
    public RunRecord? Run { get; init; }

    /// <summary>Seed, commit, versions, data of a load run; null for microbenchmarks.</summary>
    public TableModel? Provenance { get; init; }

    /// <summary>How the command differs from the one that was typed; empty where it does not.</summary>
    public string Remark { get; init; } = string.Empty;

    /// <summary>What could not run; null where all could.</summary>
    public TableModel? Unavailable { get; init; }

    /// <summary>The reports that the load engine made itself.</summary>
    public IReadOnlyList<EngineReportLink> EngineReports { get; init; } = [];

    /// <summary>The name as a heading; empty for the only load run.</summary>
    public string Title => Name.Length == 0 ? string.Empty : Format.Capital(Name);
}

/// <summary>A report that the load engine made itself: of which step, and its address relative to the report's folder.</summary>
public sealed record EngineReportLink(string Step, string Address)
{
    /// <summary>What stands beside the links: why the numbers there differ from those here.</summary>
    public static string Remark(string engine) =>
        $"{engine} measured the same requests by its own rules. Its rates include the time in which its copies start. "
        + "Its latencies begin when it calls for a request, not when the request was due. "
        + "The numbers here come from one recorder for all engines.";
}
