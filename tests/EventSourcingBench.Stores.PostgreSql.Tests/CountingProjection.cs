namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>A row for every event, and a record of what was saved.</summary>
internal sealed class CountingProjection : IProjection, IProjectionObserver
{
    public List<Guid> Saved { get; } = [];

    public string Name => "counting";

    public ReadModelRow Project(RecordedEvent recorded) => new()
    {
        EventId = recorded.Id,
        Group = recorded.Stream.Value,
        Amount = recorded.Version,
        ApiCallTime = recorded.RecordedAt,
        Document = recorded.Data,
    };

    void IProjectionObserver.Saved(IReadOnlyList<ReadModelRow> rows, DateTimeOffset saveTime)
    {
        lock (Saved)
        {
            Saved.AddRange(rows.Select(r => r.EventId));
        }
    }
}
