namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Where an event is.</summary>
internal readonly record struct FoundEvent(Guid Id, string Stream, long Version, long Position);
