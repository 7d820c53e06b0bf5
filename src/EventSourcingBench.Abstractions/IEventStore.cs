namespace EventSourcingBench.Abstractions;

/// <summary>An event store of streams: writes with an expected version, reads back.</summary>
public interface IEventStore : IEventWriter, IEventReader;
