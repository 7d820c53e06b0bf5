namespace EventSourcingBench.Api.Stores;

public static class Projections
{
    /// <summary>A row for each bar, grouped by symbol: <c>currency_bars</c>.</summary>
    public static IProjection Bars { get; } = new CurrencyBarsProjection();

    /// <summary>The same rows in another read model, for a process beside one that runs the first: <c>currency_bars_other</c>.</summary>
    public static IProjection OtherBars { get; } = new CurrencyBarsProjection($"{Bars.Name}_other");

    /// <summary>A row for each seat that was reserved or cancelled, grouped by show: <c>show_seats</c>.</summary>
    public static IProjection Seats { get; } = new ShowSeatsProjection();

    /// <summary>A row for each change of an item, grouped by its stream: <c>items_1</c> to <c>items_10</c>.</summary>
    public static IReadOnlyList<IProjection> Items { get; } =
        [.. Enumerable.Range(1, ItemsProjection.Most).Select(n => new ItemsProjection(n))];

    public static IReadOnlyList<IProjection> All { get; } = [Bars, Seats, .. Items, OtherBars];
}
