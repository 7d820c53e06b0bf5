using System.Globalization;
using EventSourcingBench.Api;

namespace EventSourcingBench.LoadTests;

/// <summary>How a step of the suite <c>reservation</c> is run.</summary>
/// <param name="Strategy">How the API runs the command side.</param>
/// <param name="Order">In which order requests come.</param>
/// <param name="Skew">Zipf's exponent of the order <see cref="LoadOrder.Hot"/>; null in the others.</param>
internal sealed record ReservationShape(ReservationStrategy Strategy, LoadOrder Order, double? Skew)
{
    /// <summary>The names of the orders, as users say them.</summary>
    public static IReadOnlyList<string> Orders { get; } = [.. Enum.GetValues<LoadOrder>().Select(NameOf)];

    /// <summary>An order whose name was checked: once, and the order hot once for each skew.</summary>
    /// <param name="order">One of <see cref="Orders"/>.</param>
    /// <param name="skews">Zipf's exponents.</param>
    public static IEnumerable<(LoadOrder Order, double? Skew)> AllOf(string order, IReadOnlyList<double> skews)
    {
        var known = Enum.GetValues<LoadOrder>().Single(o => NameOf(o) == order);
        return known == LoadOrder.Hot ? skews.Select(skew => (known, (double?)skew)) : [(known, null)];
    }

    /// <summary>An order on a command side whose name was checked.</summary>
    /// <param name="strategy">One of <see cref="ReservationStrategies.Names"/>.</param>
    /// <param name="order">In which order requests come.</param>
    /// <param name="skew">Zipf's exponent of the order <see cref="LoadOrder.Hot"/>.</param>
    public static ReservationShape Of(string strategy, LoadOrder order, double? skew) => new(
        ReservationStrategies.Find(strategy) ?? throw new ArgumentException($"{strategy} is no strategy.", nameof(strategy)), order, skew);

    /// <summary>Such as <c>single-writer, concurrent</c> or <c>optimistic, hot skew 1.2</c>.</summary>
    public override string ToString() =>
        $"{Strategy}, {NameOf(Order)}{(Skew is { } skew ? string.Create(CultureInfo.InvariantCulture, $" skew {skew}") : "")}";

    private static string NameOf(LoadOrder order) => order.ToString().ToLowerInvariant();
}
