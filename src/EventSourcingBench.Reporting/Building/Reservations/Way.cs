using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>A way of use in the suite <c>reservation</c>: what tells the lines of its charts apart.</summary>
/// <param name="Run">Which run, from 0.</param>
/// <param name="Store">The store's own name.</param>
/// <param name="Nodes">How many processes served the API.</param>
/// <param name="Side">How the command side ran.</param>
/// <param name="Order">In which order requests came, with its skew.</param>
/// <param name="Skew">Zipf's exponent of the order hot; null in the others.</param>
internal sealed record Way(int Run, string Store, int Nodes, string Side, string Order, double? Skew)
{
    /// <summary>The order in which a show's requests come one after the other.</summary>
    public const string Serial = "serial";

    /// <summary>The order in which all requests of a few shows come at once.</summary>
    public const string Concurrent = "concurrent";

    /// <summary>The way of a cell; null where its steps ended before they had one.</summary>
    public static Way? Of(Cell cell) => cell.Trials.Select(t => t.Reservations).OfType<ReservationRecord>().FirstOrDefault() is { } of
        ? new Way(cell.Run, of.Store, of.Nodes, of.Strategy, of.Skew is { } skew ? string.Create(CultureInfo.InvariantCulture, $"{of.Order} skew {skew}") : of.Order, of.Skew)
        : null;

    /// <summary><c>1 node</c>, <c>3 nodes</c>.</summary>
    public string NodesText => string.Create(CultureInfo.InvariantCulture, $"{Nodes} node{(Nodes == 1 ? "" : "s")}");

    /// <summary>The orders of ways, as a reader expects them: the published ones, then the hot ones by their skew.</summary>
    public static IReadOnlyList<string> OrdersOf(IEnumerable<Way> ways) =>
        [.. ways.OrderBy(w => w.Place.Order).ThenBy(w => w.Skew).Select(w => w.Order).Distinct(StringComparer.Ordinal)];

    /// <summary>What is sorted by, as a reader expects it: the orders as they are published, command sides and stores by their names.</summary>
    public (int Run, string Store, string Side, int Nodes, int Order, double Skew) Place =>
        (Run, Store, Side, Nodes, Order switch { Serial => 0, Concurrent => 1, _ => 2 }, Skew ?? 0);
}
