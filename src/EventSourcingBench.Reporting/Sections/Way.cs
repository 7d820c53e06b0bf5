namespace EventSourcingBench.Reporting.Sections;

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
            .OrderBy(g => Tier.Order(g.First().Tier)).ThenBy(g => (g.Key.Run, g.Key.Store, g.Key.Side, g.Key.Nodes));

    /// <summary><c>1 node</c>, <c>3 nodes</c>.</summary>
    public string NodesText => $"{Format.Count(Nodes)} node{(Nodes == 1 ? "" : "s")}";
}
