namespace EventSourcingBench.Api.Stores;

/// <summary>The projections that the API serves, by name.</summary>
public static class Projections
{
    /// <summary>A row for each bar, grouped by symbol: <c>currency_bars</c>.</summary>
    public static IProjection Bars { get; } = new CurrencyBarsProjection();

    /// <summary>A row for each seat that was reserved or cancelled, grouped by show: <c>show_seats</c>.</summary>
    public static IProjection Seats { get; } = new ShowSeatsProjection();

    /// <summary>All of them.</summary>
    public static IReadOnlyList<IProjection> All { get; } = [Bars, Seats];
}
