namespace EventSourcingBench.Reporting.Model;

/// <summary>One folder of the report: a load run (<c>run A</c>, empty for the only one), or microbenchmarks (<c>Microbenchmarks</c>,
/// <c>Microbenchmarks A</c>); what the head of the page says of it in short, the command that measures the same again, and the machine.
/// <c>Run</c>, <c>Provenance</c> (seed, commit, versions, data): null for microbenchmarks. <c>Remark</c>: how the command differs from the
/// one that was typed; empty where it does not. <c>Unavailable</c>: what could not run; null where all could.</summary>
public sealed record RunModel(
    string Name, string Folder, IReadOnlyList<string> Heads, string Command, TableModel Environment, RunRecord? Run = null,
    TableModel? Provenance = null, string Remark = "", TableModel? Unavailable = null)
{
    /// <summary>The most serious first.</summary>
    internal IReadOnlyList<Flag> Flags { get; init; } = [];

    internal IReadOnlyList<StepFileLink> EngineReports { get; init; } = [];

    internal IReadOnlyList<StepFileLink> Plans { get; init; } = [];

    /// <summary>The name as a heading; empty for the only load run.</summary>
    internal string Title => Name.Length == 0 ? string.Empty : Format.Capital(Name);
}

/// <summary>A file of a step beside the report: of which step, and its address relative to the report's folder.</summary>
internal sealed record StepFileLink(string Step, string Address)
{
    public const string PlansTitle = "Plans of the statements";

    /// <summary>What stands beside the engine's own reports: why the numbers there differ from those here.</summary>
    public static string Remark(string engine) =>
        $"{engine} measured the same requests by its own rules. Its rates include the time in which its copies start. "
        + "Its latencies begin when it calls for a request, not when the request was due. "
        + "The numbers here come from one recorder for all engines.";
}

/// <summary>What a reader must know before believing the numbers, in a few words and in a sentence or two.</summary>
internal sealed record Flag(FlagSeverity Severity, string Title, string Text);

/// <summary>To be known; some numbers mean less than they seem to; some numbers mean nothing.</summary>
internal enum FlagSeverity { Note = 0, Warning = 1, Serious = 2 }
