namespace EventSourcingBench.Api;

/// <summary>The names of the strategies, as users say them.</summary>
public static class ReservationStrategies
{
    private static readonly (string Name, ReservationStrategy Strategy)[] All =
    [
        ("optimistic", ReservationStrategy.Optimistic),
        ("single-writer", ReservationStrategy.SingleWriter),
        ("snapshot", ReservationStrategy.Snapshot),
    ];

    /// <summary>All names.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. All.Select(s => s.Name)];

    /// <summary>The strategy of a name; null where there is none.</summary>
    /// <param name="name">The name.</param>
    public static ReservationStrategy? Find(string name) =>
        Array.Find(All, s => s.Name == name) is { Name: not null } found ? found.Strategy : null;

    /// <summary>The name of a strategy.</summary>
    /// <param name="strategy">The strategy.</param>
    public static string NameOf(this ReservationStrategy strategy) => Array.Find(All, s => s.Strategy == strategy).Name;
}
