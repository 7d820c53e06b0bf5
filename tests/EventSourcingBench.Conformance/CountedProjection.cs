namespace EventSourcingBench.Conformance;

/// <summary>Turns each <see cref="Sample.Counted"/> event into a row; other events give none.</summary>
public sealed class CountedProjection : IProjection
{
    /// <inheritdoc />
    public string Name => "counted";

    /// <inheritdoc />
    public ReadModelRow? Project(RecordedEvent recorded)
    {
        ArgumentNullException.ThrowIfNull(recorded);
        if (recorded.Type != Sample.Counted)
        {
            return null;
        }

        using var json = JsonDocument.Parse(recorded.Data);
        return new ReadModelRow
        {
            EventId = recorded.Id,
            Group = json.RootElement.GetProperty("group").GetString()!,
            Amount = json.RootElement.GetProperty("amount").GetInt64(),
            ApiCallTime = json.RootElement.GetProperty("apiCallTime").GetDateTimeOffset(),
            Document = recorded.Data,
        };
    }
}
