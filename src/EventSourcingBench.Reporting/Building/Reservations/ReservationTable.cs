using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>What requests for seats came to: how soon, at what cost, what was done, what a rule refused, how often versions conflicted.</summary>
internal static class ReservationTable
{
    // As many tries as were published; more of them share a column.
    private const int TriesApart = 5;

    // API, server, client: the order of the columns, by their places in ResourceUse.Processes.
    private static readonly int[] CpuColumns = [1, 2, 0];

    private static readonly TableColumn[] WayColumns = [new("Store"), new("Nodes", true), new("Command handling"), new("Request order"), new("Load")];

    /// <summary>Response times of each way of use.</summary>
    public static TableModel Response(ReservationContext context) => new(
        "Response time of all requests, milliseconds (median of trials)",
        [.. WayColumns, .. Percentile.All.Select(p => new TableColumn($"{p.Label} (ms)", true))],
        [
            .. context.Cells.Select(c => (IReadOnlyList<string>)
                [.. WayOf(context, c), .. Percentile.All.Select((_, i) => Format.WithInterval(c.Cell.Response?.ByPercentile[i]))]),
        ]);

    /// <summary>Busy cores of each way of use.</summary>
    public static TableModel Cpu(ReservationContext context) => new(
        "Busy cores, mean of the measured time (median of trials)",
        [.. WayColumns, new("All", true), new("API (all nodes)", true), new("Server", true), new("Client", true)],
        [
            .. context.Cells.Select(c => (IReadOnlyList<string>)
            [
                .. WayOf(context, c), Format.Number(ReservationContext.Median(c.Cell, ReservationContext.BusyCores)),
                .. CpuColumns.Select(p => Format.Number(c.Cell.Resources[p].Cores?.Median)),
            ]),
        ]);

    /// <summary>Goodput, the tries until success, and fairness of each step.</summary>
    public static TableModel Tries(ReservationContext context) => new(
        "Goodput, tries until success and fairness (measured time)",
        [
            .. WayColumns, new("Trial", true), new("Goodput (/s)", true), new("Rejected (/s)", true), new("Failed (/s)", true),
            .. Enumerable.Range(1, TriesApart).Select(n => new TableColumn(string.Create(CultureInfo.InvariantCulture, $"{n} {(n == 1 ? "try" : "tries")}"), true)),
            new("More tries", true), new("Gave up", true), new("Version conflicts for each request", true), new("Fairness", true), new("Shows", true), new("Worst show"),
        ],
        [
            .. from c in context.Cells
               from trial in c.Cell.Trials
               where trial.Reservations?.Measured is not null
               let of = trial.Reservations!.Measured!
               select (IReadOnlyList<string>)
               [
                   .. WayOf(context, c), trial.Trial.ToString(CultureInfo.InvariantCulture), Format.Number(of.Goodput), Format.Number(of.Rejected), Format.Number(of.Failed),
                   .. Enumerable.Range(1, TriesApart).Select(n => Format.Count(WithTries(of, n))), Format.Count(of.SuccessesByTries.Skip(TriesApart + 1).Sum()),
                   Format.Count(of.GivenUp), Format.Number(of.LostRacesPerRequest), Format.Number(of.Fairness?.Index), Format.Count(of.Fairness?.Shows ?? 0),
                   of.Fairness is { } fair
                       ? $"{fair.WorstShow}: {Format.Count(fair.WorstSuccesses)} of {Format.Count(fair.WorstRequests)} ({Format.Percent(fair.WorstShare)})"
                       : Format.None,
               ],
        ]);

    /// <summary>Requests that succeeded with so many appends; a repeat of what was done before, which needs none, is told with the first.</summary>
    public static long WithTries(ReservationTally tally, int tries) =>
        tally.SuccessesByTries.ElementAtOrDefault(tries) + (tries == 1 ? tally.SuccessesByTries.ElementAtOrDefault(0) : 0);

    private static string[] WayOf(ReservationContext context, (Cell Cell, Way Way) c) =>
        [context.PlainStoreName(c.Way), c.Way.Nodes.ToString(CultureInfo.InvariantCulture), c.Way.Side, c.Way.Order, c.Cell.Load.Label];

    public static TableModel Build(IReadOnlyList<Cell> cells, int runs) => new(
        "Seats, version conflicts and tries (warm-up included)",
        [
            new("Store"), new("Load"), new("Trial", true), new("Reserved", true), new("Cancelled", true), new("Refused by a rule", true),
            new("Version conflicts", true), new("Version conflicts for each success", true), new("Most tries", true), new("Given up after the last try", true),
            new("Sent again to another node", true), new("Shows with a request", true),
        ],
        [
            .. cells.SelectMany(c => c.Trials.Where(t => t.Reservations is not null).Select(t => (Cell: c, Step: t, Of: t.Reservations!))).Select(t => (IReadOnlyList<string>)
            [
                Letters.StoreName(t.Cell, runs), t.Cell.Load.Label, t.Step.Trial.ToString(CultureInfo.InvariantCulture),
                Format.Count(t.Of.Reserved), Format.Count(t.Of.Cancelled), Format.Count(t.Of.Refused), Format.Count(t.Of.LostRaces),
                Format.Number(t.Of.Reserved + t.Of.Cancelled == 0 ? null : (double)t.Of.LostRaces / (t.Of.Reserved + t.Of.Cancelled)),
                t.Of.MostTries.ToString(CultureInfo.InvariantCulture), Format.Count(t.Of.Conflicts), Format.Count(t.Of.Resent), Format.Count(t.Of.ShowsTouched),
            ]),
        ]);
}
