using EventSourcingBench.Api;

namespace EventSourcingBench.LoadTests;

/// <summary>How a step of the suite <c>reservation</c> is run.</summary>
/// <param name="Strategy">How the API runs the command side.</param>
/// <param name="Order">In which order requests come.</param>
internal sealed record ReservationShape(ReservationStrategy Strategy, LoadOrder Order)
{
    /// <summary>The names of the orders, as users say them.</summary>
    public static IReadOnlyList<string> Orders { get; } = [.. Enum.GetValues<LoadOrder>().Select(NameOf)];

    /// <summary>The shape of two names that were checked.</summary>
    /// <param name="strategy">One of <see cref="ReservationStrategies.Names"/>.</param>
    /// <param name="order">One of <see cref="Orders"/>.</param>
    public static ReservationShape Of(string strategy, string order) => new(
        ReservationStrategies.Find(strategy) ?? throw new ArgumentException($"{strategy} is no strategy.", nameof(strategy)),
        Enum.GetValues<LoadOrder>().Single(o => NameOf(o) == order));

    /// <summary>Such as <c>single-writer, concurrent</c>.</summary>
    public override string ToString() => $"{Strategy.NameOf()}, {NameOf(Order)}";

    private static string NameOf(LoadOrder order) => order.ToString().ToLowerInvariant();
}
