using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>The seconds of the trials in which a node was killed.</summary>
internal static class NodeDeathChart
{
    /// <returns>Null where no node was killed.</returns>
    public static ChartModel? Build(IngestContext context)
    {
        var deaths = context.Results
            .SelectMany(r => r.Cell.Trials.Where(t => t.Ingest?.NodeDeath is not null).Select(t => (Result: r, Step: t, Death: t.Ingest!.NodeDeath!)))
            .ToList();
        if (deaths.Count == 0)
        {
            return null;
        }

        ChartSelector[] selectors = [new("Trial", [.. deaths.Select(d => $"{context.StoreName(d.Result)}, {d.Result.Load.Label}")])];
        return new ChartModel
        {
            Id = context.Id("death"),
            Title = "A node's death, second by second",
            Description = "Acknowledged events of each second of the trial in which a node was killed. The line marks the moment; the pause is the longest time after it in which nothing was acknowledged. The verdict says whether anything acknowledged was lost.",
            Kind = ChartKind.Timeline,
            XName = "Second of the trial",
            Selectors = selectors,
            Views = ViewGrid.Build(selectors, c => View(context, deaths[c[0]].Result, deaths[c[0]].Step, deaths[c[0]].Death)),
            Table = new TableModel(
                "Deaths of nodes",
                [
                    new("Store"), new("Load"), new("Killed after (s)", true), new("What"), new("Pause (s)", true), new("Acknowledged", true), new("Failed or unknown", true),
                    new("Lost", true), new("Verdict"),
                ],
                [
                    .. deaths.Select(d => (IReadOnlyList<string>)
                    [
                        context.StoreName(d.Result), d.Result.Load.Label, Format.Number(d.Death.At.TotalSeconds), d.Death.What, Format.Number(d.Death.Pause.TotalSeconds),
                        Format.Count(Last(d.Step)?.Acknowledged ?? 0), Format.Count(Last(d.Step)?.Failed ?? 0),
                        Format.Count(d.Step.Verdict[FindingKind.Lost]), Verdicts.Label(Verdicts.StateOf(d.Step.Verdict)),
                    ]),
                ]),
        };
    }

    private static ChartView View(IngestContext context, IngestResult result, StepRecord step, NodeDeathRecord death)
    {
        // Seconds of such a step are those of its last trial, in which the node died.
        var bySecond = step.Seconds.ToLookup(s => s.Second, s => s.Successes);
        var last = step.Seconds.Count == 0 ? -1 : step.Seconds.Max(s => s.Second);
        var points = Enumerable.Range(0, last + 1).Select(i => bySecond.Contains(i) ? (IReadOnlyList<double>?)[bySecond[i].Sum()] : null).ToList();
        var pause = Format.Span(TimeSpan.FromSeconds(Math.Round(death.Pause.TotalSeconds, 1)));
        return new ChartView("Acknowledged events/s", [context.Over<int>([result], [0], _ => 0, _ => null)[0] with { Points = points }])
        {
            Marks = [new ChartMark(Math.Round(death.At.TotalSeconds, 1), $"a node killed: {pause} without an acknowledgement")],
        };
    }

    private static IngestTrial? Last(StepRecord step) => step.Ingest!.Trials is [.., var last] ? last : null;
}
