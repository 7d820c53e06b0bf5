namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>How a step of the suite <c>reservation</c> is run.</summary>
/// <param name="Strategy">How the API runs the command side.</param>
/// <param name="Order">In which order requests come.</param>
/// <param name="Skew">Zipf's exponent of the order <see cref="LoadOrder.Hot"/>; null in the others.</param>
internal sealed record ReservationShape(ReservationStrategy Strategy, LoadOrder Order, double? Skew)
{
    public static IReadOnlyList<string> Orders { get; } = [.. Enum.GetValues<LoadOrder>().Select(NameOf)];

    /// <summary>That of a step, in whose workload the first of several values counts.</summary>
    public static ReservationShape Of(Workload workload)
    {
        var order = Enum.GetValues<LoadOrder>().Single(o => NameOf(o) == workload.Get(ReservationParameters.RequestOrders)[0]);
        var handling = workload.Get(ReservationParameters.CommandHandling)[0];
        return new ReservationShape(
            ReservationStrategies.Find(handling) ?? throw new ArgumentException($"{handling} is no strategy.", nameof(workload)),
            order,
            order == LoadOrder.Hot ? workload.Get(ReservationParameters.Skews)[0] : null);
    }

    public bool IsHot => Order == LoadOrder.Hot;

    /// <summary>Such as <c>single-writer, concurrent</c> or <c>optimistic, hot skew 1.2</c>.</summary>
    public override string ToString() =>
        $"{Strategy}, {NameOf(Order)}{(Skew is { } skew ? string.Create(CultureInfo.InvariantCulture, $" skew {skew}") : "")}";

    private static string NameOf(LoadOrder order) => order.ToString().ToLowerInvariant();
}

/// <summary>In which order requests to shows come.</summary>
internal enum LoadOrder
{
    /// <summary>The requests of a show come one after the other in time, while many shows are in use.</summary>
    Serial = 0,

    /// <summary>All requests of a few shows come at once, shuffled together; then those of the next few.</summary>
    Concurrent = 1,

    /// <summary>All shows at any time, some far more often than others (Zipf).</summary>
    Hot = 2,
}
