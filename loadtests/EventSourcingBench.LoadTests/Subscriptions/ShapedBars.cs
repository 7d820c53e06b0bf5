namespace EventSourcingBench.LoadTests.Subscriptions;

internal sealed class ShapedBars(BarShape shape, EventIds ids) : IProjection
{
    private long _projected;

    public long Projected => Volatile.Read(ref _projected);

    public string Name { get; } = $"{Projections.Bars.Name}_{shape.Name}";

    public ReadModelRow? Project(RecordedEvent recorded)
    {
        Interlocked.Increment(ref _projected);
        return shape.GroupOf(ids.NumberOf(recorded.Id)) is not { } group || Projections.Bars.Project(recorded) is not { } row ? null
            : row with { Group = group };
    }
}

/// <summary>Which events give a row, and in which of how many groups, by the numbers of the events.</summary>
/// <param name="Every">One event in so many gives a row.</param>
internal sealed record BarShape(string Name, int Every, int Groups)
{
    public static IReadOnlyList<BarShape> All { get; } = [new("sparse", 1_000, 1), new("groups", 1, 1_000), new("hot", 1, 1)];

    /// <summary>The group of an event's row; null where it gives none.</summary>
    public string? GroupOf(long number) =>
        number % Every == 0 ? string.Create(CultureInfo.InvariantCulture, $"group_{number / Every % Groups}") : null;

    public long RowsOf(long events) => (events + Every - 1) / Every;
}
