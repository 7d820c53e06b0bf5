using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>The verdict of each step, with a column for each kind of finding.</summary>
internal static class VerdictTable
{
    // A reader looks for these two first: a 0 says more than a missing column.
    private static readonly IReadOnlyList<FindingKind> Always = [FindingKind.Lost, FindingKind.Duplicated];

    /// <summary>The verdicts of all steps.</summary>
    public static TableModel Build(IReadOnlyList<Cell> cells, int runs) => Build("Verdicts", cells, runs, _ => true);

    /// <summary>The verdicts of the steps that did not pass.</summary>
    public static TableModel NotPassed(IReadOnlyList<Cell> cells, int runs) => Build("Verdicts that did not pass", cells, runs, v => !v.Passed);

    private static TableModel Build(string caption, IReadOnlyList<Cell> cells, int runs, Func<VerdictRecord, bool> includes)
    {
        var trials = cells.SelectMany(c => c.Trials.Select(t => (Cell: c, Step: t))).Where(t => includes(t.Step.Verdict)).ToList();
        var kinds = FindingKind.All.Where(k => Always.Contains(k) || trials.Exists(t => t.Step.Verdict[k] > 0)).ToList();
        return new TableModel(
            caption,
            [
                new("Store"), new("Load"), new("Trial", true), new("Verdict"), new("Acknowledged", true),
                .. kinds.Select(k => new TableColumn(Format.Capital(k.Title), true) { Meaning = k.Meaning }), new("Text"),
            ],
            [
                .. trials.Select(t => (IReadOnlyList<string>)
                [
                    Letters.StoreName(t.Cell, runs), t.Cell.Load.Label, t.Step.Trial.ToString(CultureInfo.InvariantCulture),
                    Verdicts.Label(Verdicts.StateOf(t.Step.Verdict)), Format.Count(t.Step.Verdict.Acknowledged),
                    .. kinds.Select(k => Format.Count(t.Step.Verdict[k])),
                    t.Step.Verdict.Text + (t.Step.Interrupted ? " (interrupted)" : string.Empty),
                ]),
            ])
        {
            Note = trials.Count == 0 ? string.Empty : string.Join(' ', kinds.Select(k => $"{Format.Capital(k.Title)}: {k.Meaning}")),
        };
    }
}
