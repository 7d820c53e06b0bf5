using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>
/// What the report of a suite consists of: its loads, rankings, charts, tables, columns and terms. The default is that of a suite whose
/// requests come in the closed or the open model.
/// </summary>
internal sealed record SuiteReport
{
    /// <summary>The load of a step.</summary>
    public Func<StepRecord, Load> LoadOf { get; init; } = s => new Load(s.Copies, s.Rate, s.Ramp, s.Preload);

    /// <summary>Each throughput that a step measured.</summary>
    public Func<StepRecord, IEnumerable<double>> ThroughputsOf { get; init; } = s => [s.Throughput];

    /// <summary>What a flag says where no step was repeated; null of a step that repeats by itself.</summary>
    public Func<StepRecord, string?> OneTrial { get; init; } =
        _ => "Each step ran once, so no interval can be given. Repeat with --trials 5 before small differences are believed.";

    /// <summary>Whether two runs are set side by side, load by load.</summary>
    public bool IsCompared { get; init; } = true;

    /// <summary>What the stores of one colour have in common; null: the store alone has it.</summary>
    public Func<StepRecord, string?> KindOf { get; init; } = _ => null;

    /// <summary>The part of the load that is ranked by itself and chosen in every chart; null where there is none.</summary>
    public Axis? Apart { get; init; }

    /// <summary>How stores are ranked; the first rule that applies is taken.</summary>
    public IReadOnlyList<RankingRule> Rankings { get; init; } = RequestRankings.Of("completed");

    /// <summary>The charts of the steps of one model of load.</summary>
    public Func<IReadOnlyList<Cell>, IEnumerable<Chart>> Charts { get; init; } = cells => RequestCharts.Of(cells);

    /// <summary>What is read before the charts: fits, effects, published results beside ours.</summary>
    public Func<IReadOnlyList<Cell>, IReadOnlyList<RunFolder>, IEnumerable<TableModel>> Findings { get; init; } = (_, _) => [];

    /// <summary>The tables between the parameters and the outcomes.</summary>
    public Func<IReadOnlyList<Cell>, IEnumerable<TableModel>> Tables { get; init; } = SloTable.Both;

    /// <summary>What stands in <c>report.md</c> in place of longer tables of the same; null where those are short enough.</summary>
    public Func<IReadOnlyList<Cell>, TableModel?> Summary { get; init; } = _ => null;

    /// <summary>The parts of a step each of which is a row of <c>results.csv</c>.</summary>
    public Func<StepRecord, IEnumerable<object>> Parts { get; init; } = _ => [];

    /// <summary>The columns of <c>results.csv</c> that the suite adds; README.md says what each holds.</summary>
    public IReadOnlyList<CsvColumn> Columns { get; init; } = [];

    /// <summary>A file with a row for each of <see cref="Parts"/>; null for none.</summary>
    public (string Name, IReadOnlyList<CsvColumn> Columns)? PartsFile { get; init; }

    /// <summary>The terms that the section on method explains, in HTML.</summary>
    public IReadOnlyList<(string Term, string Text)> Terms { get; init; } = [];
}
