using System.Globalization;

namespace EventSourcingBench.Reporting;

/// <summary>What requests for seats came to: what was done, what a rule refused, how often a race was lost.</summary>
internal static class ReservationTable
{
    public static TableModel Build(IReadOnlyList<Cell> cells, int runs) => new(
        "Seats, races and tries (warm-up included)",
        [
            new("Store"), new("Load"), new("Trial", true), new("Reserved", true), new("Cancelled", true), new("Refused by a rule", true),
            new("Appends that lost a race", true), new("Lost races for a request", true), new("Most tries", true), new("Lost with every try", true), new("Shows with a request", true),
        ],
        [
            .. cells.SelectMany(c => c.Trials.Where(t => t.Reservations is not null).Select(t => (Cell: c, Step: t, Of: t.Reservations!))).Select(t => (IReadOnlyList<string>)
            [
                Letters.StoreName(t.Cell, runs), t.Cell.Load.Label, t.Step.Trial.ToString(CultureInfo.InvariantCulture),
                Format.Count(t.Of.Reserved), Format.Count(t.Of.Cancelled), Format.Count(t.Of.Refused), Format.Count(t.Of.LostRaces),
                Format.Number(t.Of.Reserved + t.Of.Cancelled == 0 ? null : (double)t.Of.LostRaces / (t.Of.Reserved + t.Of.Cancelled)),
                t.Of.MostTries.ToString(CultureInfo.InvariantCulture), Format.Count(t.Of.Conflicts), Format.Count(t.Of.ShowsTouched),
            ]),
        ]);
}
