using System.Globalization;

namespace EventSourcingBench.Reporting;

/// <summary>What enrolments came to: how many events the store keeps for its operations, what was refused, what was run again.</summary>
internal static class EnrolmentTable
{
    public static TableModel Build(IReadOnlyList<Cell> cells, int runs) => new(
        "One fact, how many events (warm-up included)",
        [
            new("Store"), new("Load"), new("Trial", true), new("Operations", true), new("of them joinings", true), new("Events", true),
            new("Events for an operation", true), new("Refused by a rule", true), new("Version conflicts, each followed by another attempt", true), new("Shared courses filled", true),
        ],
        [
            .. cells.SelectMany(c => c.Trials.Where(t => t.Enrolments is not null).Select(t => (Cell: c, Step: t, Of: t.Enrolments!))).Select(t => (IReadOnlyList<string>)
            [
                Letters.StoreName(t.Cell, runs), t.Cell.Load.Label, t.Step.Trial.ToString(CultureInfo.InvariantCulture),
                Format.Count(t.Of.Operations), Format.Count(t.Of.Joinings), Format.Count(t.Of.Events),
                Format.Number(t.Of.Operations == 0 ? null : (double)t.Of.Events / t.Of.Operations),
                Format.Count(t.Of.Refused), Format.Count(t.Of.Retries), Format.Count(t.Of.CoursesFilled),
            ]),
        ]);
}
