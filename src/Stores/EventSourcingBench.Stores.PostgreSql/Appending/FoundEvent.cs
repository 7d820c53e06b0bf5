namespace EventSourcingBench.Stores.PostgreSql.Appending;

/// <summary>The location of an event.</summary>
internal readonly record struct FoundEvent(Guid Id, string Stream, long Version, long Position);
