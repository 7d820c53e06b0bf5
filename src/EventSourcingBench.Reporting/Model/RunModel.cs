namespace EventSourcingBench.Reporting.Model;

/// <summary>One run of the report.</summary>
public sealed record RunModel
{
    /// <summary>Its letter where there are several runs, else empty.</summary>
    public required string Letter { get; init; }

    /// <summary>What was run.</summary>
    public required RunRecord Run { get; init; }

    /// <summary>What a reader must know before believing the numbers, the most serious first.</summary>
    public required IReadOnlyList<Flag> Flags { get; init; }

    /// <summary>The machine.</summary>
    public required TableModel Environment { get; init; }

    /// <summary>The command line that repeats the run.</summary>
    public required string Command { get; init; }

    /// <summary>Seed, commit, versions, data.</summary>
    public required TableModel Provenance { get; init; }

    /// <summary>What could not run.</summary>
    public required TableModel Unavailable { get; init; }

    /// <summary>The reports that the load engine made itself.</summary>
    public IReadOnlyList<EngineReportLink> EngineReports { get; init; } = [];

    /// <summary><c>run A</c>, or empty where there is one run.</summary>
    public string Name => Letter.Length == 0 ? string.Empty : $"run {Letter}";
}
