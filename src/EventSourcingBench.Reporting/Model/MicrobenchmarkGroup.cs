namespace EventSourcingBench.Reporting.Model;

/// <summary>One class of benchmarks over all folders of the report.</summary>
public sealed record MicrobenchmarkGroup
{
    /// <summary>The class: <c>LoadStream</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The question that it answers; empty for a class that the report does not know.</summary>
    public required string Question { get; init; }

    /// <summary>What it costs once and for each event; null where there are not three counts to fit a line to.</summary>
    public TableModel? Fit { get; init; }

    /// <summary>The charts, each with its table; none where nothing was measured at two counts or sizes.</summary>
    public required IReadOnlyList<ChartModel> Charts { get; init; }

    /// <summary>The published figures of the same experiment beside ours; null where none are known.</summary>
    public TableModel? Published { get; init; }

    /// <summary>Every benchmark with every number.</summary>
    public required TableModel Results { get; init; }
}
