using System.Collections.Immutable;
using Akka.Persistence.Journal;

namespace EventSourcingBench.CommandSides.Akka;

/// <summary>Akka.Persistence's journal over the tested store: the persistence id is the stream, the sequence number is the version. Each
/// event is appended with the previous version as the expected one, so that one of two owners of a show is rejected.</summary>
internal sealed class StoreJournal : AsyncWriteJournal
{
    private readonly IEventStore _events = Context.System.Settings.Setup.Get<StoreSetup>().Value.Events;

    // Akka asks for the last number, then for the events: one read serves both.
    private readonly ConcurrentDictionary<string, List<RecordedEvent>> _read = new(StringComparer.Ordinal);

    public override async Task<long> ReadHighestSequenceNrAsync(
        string persistenceId, long fromSequenceNr, CancellationToken cancellationToken)
    {
        var events = await ReadAsync(persistenceId, Math.Max(1, fromSequenceNr), cancellationToken);
        if (events.Count == 0)
            return Math.Max(0, fromSequenceNr - 1);

        _read[persistenceId] = events;
        return events[^1].Version;
    }

    public override async Task ReplayMessagesAsync(
        IActorContext context, string persistenceId, long fromSequenceNr, long toSequenceNr, long max,
        Action<IPersistentRepresentation> recoveryCallback)
    {
        if (!_read.TryRemove(persistenceId, out var events) || events[0].Version > fromSequenceNr || events[^1].Version < toSequenceNr)
            events = await ReadAsync(persistenceId, fromSequenceNr, CancellationToken.None);

        var wanted = events.Where(e => e.Version >= fromSequenceNr && e.Version <= toSequenceNr).Take((int)Math.Min(max, int.MaxValue));
        foreach (var recorded in wanted)
        {
            var happened = new Happened(recorded.Id, ReservationEvents.Read(recorded.Id, recorded.Type, recorded.Data.Span));
            recoveryCallback(new Persistent(happened, recorded.Version, persistenceId));
        }
    }

    protected override async Task<IImmutableList<Exception>> WriteMessagesAsync(
        IEnumerable<AtomicWrite> messages, CancellationToken cancellationToken)
    {
        var rejections = ImmutableList.CreateBuilder<Exception>();
        foreach (var message in messages)
            rejections.Add((await WriteAsync(message, cancellationToken))!);

        return rejections.ToImmutable();
    }

    protected override Task DeleteMessagesToAsync(string persistenceId, long toSequenceNr, CancellationToken cancellationToken) =>
        Task.FromException(new NotSupportedException("Events of shows are not deleted."));

    // Null if the event was written. An unavailable store is not a rejection: Akka expects an exception.
    private async Task<Exception?> WriteAsync(AtomicWrite message, CancellationToken cancellationToken)
    {
        var events = ((IImmutableList<IPersistentRepresentation>)message.Payload).Select(p => (Happened)p.Payload)
            .Select(h => ReservationEvents.ToEventData(h.Id, h.Event)).ToList();
        AppendResult result;
        try
        {
            result = await _events.AppendAsync(
                new StreamId(message.PersistenceId), ExpectedVersion.After(message.LowestSequenceNr - 1), events, cancellationToken);
        }
        catch (ArgumentException e) when (e.GetType() == typeof(ArgumentException))
        {
            return e;
        }

        return result is not Appended appended
            ? new StaleShowException($"Another writer has appended to {message.PersistenceId}.", isKnown: false)
            : appended.StreamVersion == message.HighestSequenceNr ? null
            : new StaleShowException($"{message.PersistenceId} already has the event.", isKnown: true);
    }

    private ValueTask<List<RecordedEvent>> ReadAsync(string persistenceId, long from, CancellationToken cancellationToken) =>
        _events.ReadStreamAsync(new StreamId(persistenceId), from, cancellationToken: cancellationToken).ToListAsync(cancellationToken);
}

internal sealed class StoreSetup(IEventStore events) : Setup
{
    public IEventStore Events => events;
}
