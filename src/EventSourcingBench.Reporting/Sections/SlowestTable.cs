namespace EventSourcingBench.Reporting.Sections;

internal static class SlowestTable
{
    private const int Queue = 0;
    private const int Wire = 1;

    public static TableModel Of(IReadOnlyList<Cell> cells) => TableRows.Of(
        "Slowest requests of each step, and what happened beside them (milliseconds, measured time)",
        cells.Trials(t => t.Slowest.Count > 0).SelectMany(t => t.Step.Slowest.Select(r => (Trial: t, Request: r))),
        [
            .. TableRows.OfTrial.Select(c => new Column<(Trial Trial, SlowRequest Request)>(c.Head, r => c.Text(r.Trial))),
            new("At (s)", r => r.Request.Start.TotalSeconds), new("Operation", r => r.Request.Operation),
            new("Ended with", r => r.Request.Outcome.Title()), new("Worker", r => (long)r.Request.Worker),
            new("Service", r => r.Request.Service.TotalMilliseconds),
            .. RequestBreakdown.Parts.Select((name, part) =>
                new Column<(Trial Trial, SlowRequest Request)>(Format.Capital(name), r => Milliseconds(r.Request, part))),
            new("Beside it", r => string.Join("; ", r.Request.Beside)),
        ]) with
    { OnPageOnly = true };

    private static double? Milliseconds(SlowRequest request, int part) => part == Queue ? request.Queue.TotalMilliseconds
        : request.Parts is not { } parts || parts.Count < RequestBreakdown.Parts.Count - Wire - 1 ? null
        : part == Wire ? Math.Max(0, request.Service.TotalMilliseconds - (parts.Sum() / 1000.0)) : parts[part - Wire - 1] / 1000.0;
}
