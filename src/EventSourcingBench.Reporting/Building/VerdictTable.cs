namespace EventSourcingBench.Reporting.Building;

/// <summary>The verdict of each step, with a column for each kind of finding.</summary>
internal static class VerdictTable
{
    // A reader looks for these two first: a 0 says more than a missing column.
    private static readonly IReadOnlyList<FindingKind> Always = [FindingKind.Lost, FindingKind.Duplicated];

    /// <summary>The verdicts of all steps.</summary>
    public static TableModel All(IReadOnlyList<Cell> cells) => Build("Verdicts", cells, _ => true);

    /// <summary>The verdicts of the steps that did not pass.</summary>
    public static TableModel NotPassed(IReadOnlyList<Cell> cells) => Build("Verdicts that did not pass", cells, v => !v.Passed);

    private static TableModel Build(string caption, IReadOnlyList<Cell> cells, Func<VerdictRecord, bool> includes)
    {
        var trials = cells.Trials(t => includes(t.Verdict)).ToList();
        var kinds = FindingKind.All.Where(k => Always.Contains(k) || trials.Exists(t => t.Step.Verdict[k] > 0)).ToList();
        return TableRows.Of(
            caption,
            trials,
            [
                .. TableRows.OfTrial, new("Verdict", t => Verdicts.Label(Verdicts.StateOf(t.Step.Verdict))),
                new("Acknowledged", t => t.Step.Verdict.Acknowledged),
                .. kinds.Select(k => new Column<Trial>(
                    new TableColumn(Format.Capital(k.Title), true) { Meaning = k.Meaning }, t => Format.Count(t.Step.Verdict[k]))),
                new("Text", t => t.Step.Verdict.Text + (t.Step.Interrupted ? " (interrupted)" : string.Empty)),
            ],
            trials.Count == 0 ? string.Empty : string.Join(' ', kinds.Select(k => $"{Format.Capital(k.Title)}: {k.Meaning}")));
    }
}
