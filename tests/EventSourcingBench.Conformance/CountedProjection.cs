namespace EventSourcingBench.Conformance;

/// <summary>Turns each <see cref="Sample.Counted"/> event into a row; other events give none.</summary>
public sealed class CountedProjection : IProjection
{
    public string Name { get; init; } = "counted";

    public ReadModelRow? Project(RecordedEvent recorded)
    {
        if (recorded.Type != Sample.Counted)
            return null;

        using var json = JsonDocument.Parse(recorded.Data);
        var root = json.RootElement;
        return ReadModelRow.Of(
            recorded, root.GetProperty("group").GetString()!, root.GetProperty("amount").GetInt64(),
            root.GetProperty("apiCallTime").GetDateTimeOffset());
    }
}

/// <summary>A projection with a defect: it throws at one event, the poison.</summary>
public sealed class ThrowingProjection(IProjection inner, Guid poison) : IProjection
{
    public string Name => inner.Name;

    public ReadModelRow? Project(RecordedEvent recorded) =>
        recorded.Id == poison ? throw new InvalidOperationException("poisoned") : inner.Project(recorded);
}
