namespace EventSourcingBench.Reporting.Sections;

/// <summary>Whether the published effect appears: requests for the same keys at once cost more than one after the other.</summary>
internal static class OrderEffect
{
    private static readonly string[] Columns =
    [
        "Store", "Command handling", "At", "p99 serial (ms)", "p99 concurrent (ms)", "Times", "Succeeded/s, serial and concurrent",
        "Busy cores", "Version conflicts for each request",
    ];

    private static readonly Effect
        Appears = new(0, "appears", "Here the effect appears with"), Absent = new(1, "does not appear", "Here it does not appear with"),
        Reversed = new(2, "reversed", "Here it is the other way round with"),
        Undecided = new(3, "not decided", "It is not decided with");

    private static readonly AnalysisText Said = RequestReport.Common.Analyses["order effect"];

    public static TableModel Table(IReadOnlyList<Cell> cells, Func<Cell, Way?> wayOf, string conflictsPerRequest, SuiteDefinition suite)
    {
        Func<StepRecord, double?> conflicts =
            trial => new RowValues(suite, Cell.Of(trial, suite.LoadOf(trial)), trial).Number(conflictsPerRequest);
        var pairs = Way.Shared(cells.Where(c => c.Verdict == VerdictState.Passed), wayOf)
            .Select(g => Compare(g.Key, conflicts, [.. g.Where(c => wayOf(c)!.Order == Way.Serial)],
                [.. g.Where(c => wayOf(c)!.Order == Way.Concurrent)])).OfType<Comparison>().ToList();
        return TableRows.Of(Said.Title, pairs,
            [
                .. Columns.Select((name, i) => new Column<Comparison>(name, p => p.Row[i], numeric: i > 2)),
                new("Effect", p => p.Effect.Label),
            ], pairs.Count == 0 ? string.Empty : string.Join(' ',
            [
                Said.Text,
                .. pairs.GroupBy(p => p.Effect).OrderBy(g => g.Key.Order)
                    .Select(g => $"{g.Key.Sentence} {string.Join("; ", g.Select(p => p.Words))}."),
                Said.Note,
            ]));
    }

    private static Comparison? Compare(
        Way way, Func<StepRecord, double?> conflicts, IReadOnlyList<Cell> serial, IReadOnlyList<Cell> concurrent)
    {
        if (SustainedRate.Of(serial) is { } s && SustainedRate.Of(concurrent) is { } c && serial.Any(IsSearched)
            && concurrent.Any(IsSearched))
        {
            return Searched(way, serial[0], s, c);
        }

        var both = (from one in serial
                    join other in concurrent on one.Load equals other.Load
                    where one.Response is not null && other.Response is not null
                    orderby one.Load.Order
                    select (Serial: one, Concurrent: other)).ToList();
        return both.Count == 0 ? null
            : both.FindLastIndex(p => SustainedRate.IsKept(p.Serial) && SustainedRate.IsKept(p.Concurrent)) is >= 0 and var last
            ? AtOneRate(way, conflicts, both[last], ByP99(both[last]), string.Empty)
            : (both.FindLast(p => SustainedRate.IsKept(p.Serial)), both.FindLast(p => SustainedRate.IsKept(p.Concurrent))) switch
            {
                ({ Serial: not null } kept, { Serial: null }) => AtOneRate(way, conflicts, both[0],
                    Differ(kept.Serial, kept.Concurrent) ? Appears : Undecided,
                    $", where the serial order kept up to {kept.Serial.Load.Label} and the concurrent one no rate"),
                ({ Serial: null }, { Serial: not null } kept) => AtOneRate(way, conflicts, both[0],
                    Differ(kept.Concurrent, kept.Serial) ? Reversed : Undecided,
                    $", where the concurrent order kept up to {kept.Serial.Load.Label} and the serial one no rate"),
                _ => AtOneRate(way, conflicts, both[0], ByP99(both[0]), ", a rate that they did not both keep"),
            };
    }

    // One that kept the rate in each of several trials, and one that kept it in none.
    private static bool Differ(Cell kept, Cell other) => KeptTrials.Agree(kept) == true && KeptTrials.Agree(other) == false;

    private static Effect ByP99((Cell Serial, Cell Concurrent) pair) =>
        ComparedValue.Response.Between(pair.Serial, pair.Concurrent) switch
        {
            null or { IsOpen: true } => Undecided,
            { Decision: Decision.Greater } => Appears,
            { Decision: Decision.Less } => Reversed,
            _ => Absent,
        };

    private static Comparison AtOneRate(
        Way way, Func<StepRecord, double?> conflicts, (Cell Serial, Cell Concurrent) pair, Effect effect, string kept)
    {
        var (before, after) = (pair.Serial.Response!.P99, pair.Concurrent.Response!.P99);
        var times = before is { } b && after is { } a ? Format.Ratio(Factor(a.Median / b.Median), a.IsLowerBound, b.IsLowerBound)
            : Format.None;
        var store = StoreName(way, pair.Serial);
        return new Comparison(effect,
            $"{way.Side} on {store} at {pair.Serial.Load.Label}: "
                + (before is null || after is null ? "too few requests for p99"
                    : $"p99 {Format.Median(after)} ms against {Format.Median(before)} ms, {times} times")
                + (kept.Length == 0 ? string.Empty : $"; {Format.Number(pair.Concurrent.Throughput.Median)}/s against "
                + $"{Format.Number(pair.Serial.Throughput.Median)}/s succeeded{kept}"),
            [
                store, way.Side, pair.Serial.Load.Label, Format.WithInterval(before), Format.WithInterval(after), times,
                Both(pair, t => t.Throughput), Both(pair, Processes.BusyCores), Both(pair, conflicts),
            ]);
    }

    private static Comparison Searched(Way way, Cell cell, SustainedRate serial, SustainedRate concurrent)
    {
        var (times, store) = (serial.Against(concurrent), StoreName(way, cell));
        return new Comparison(
            times switch
            {
                null => Undecided,
                > SustainedRate.SearchStep => Appears,
                < 1 / SustainedRate.SearchStep => Reversed,
                _ => Absent,
            },
            $"{way.Side} on {store}: {concurrent} requests a second within the bound against {serial} in the serial order",
            [
                store, way.Side, $"{serial}/s serial, {concurrent}/s concurrent", Format.Number(serial.P99), Format.Number(concurrent.P99),
                times is { } known ? $"{Factor(known)} (of the rates)" : Format.None, Format.None, Format.None, Format.None,
            ]);
    }

    private static bool IsSearched(Cell cell) => cell.Trials.Any(t => t.SloSearch is not null);

    private static string StoreName(Way way, Cell cell) =>
        way.Store + cell.Name[cell.Store.Length..] + (way.Nodes > 1 ? $" ({way.NodesText})" : string.Empty);

    private static string Both((Cell Serial, Cell Concurrent) pair, Func<StepRecord, double?> value) =>
        string.Join(" and ", new[] { pair.Serial, pair.Concurrent }
            .Select(c => Format.Number(Estimates.Of(c.Trials.Select(value))?.Median)));

    private static string Factor(double times) => times.ToString("0.00", CultureInfo.InvariantCulture);

    // How a table and a sentence say it, and its place among them.
    private sealed record Effect(int Order, string Label, string Sentence);

    private sealed record Comparison(Effect Effect, string Words, string[] Row);
}

/// <summary>A way of using a store: the run from 0, the store without its way of use, how many processes served the API, how commands were
/// handled, and in which order requests came, with its skew.</summary>
internal sealed record Way(int Run, string Store, int Nodes, string Side, string Order)
{
    /// <summary>The order in which the requests for one key come one after the other.</summary>
    public const string Serial = "serial";

    /// <summary>The order in which all requests for a few keys come at once.</summary>
    public const string Concurrent = "concurrent";

    /// <summary>The steps of the two orders by the way of use that they share, the strongest promise first.</summary>
    public static IEnumerable<IGrouping<Way, Cell>> Shared(IEnumerable<Cell> cells, Func<Cell, Way?> wayOf) =>
        cells.Where(c => wayOf(c) is { Order: Serial or Concurrent }).GroupBy(c => wayOf(c)! with { Order = "" })
            .OrderBy(g => Tier.Order(g.First().Tier)).ThenBy(g => g.Key.Run)
            .ThenBy(g => g.Key.Store, StringComparer.Ordinal).ThenBy(g => g.Key.Side, StringComparer.Ordinal).ThenBy(g => g.Key.Nodes);

    public string NodesText => $"{Format.Count(Nodes)} node{(Nodes == 1 ? "" : "s")}";
}
