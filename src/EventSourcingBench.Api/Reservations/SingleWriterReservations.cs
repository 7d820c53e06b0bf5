using System.Collections.Concurrent;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Domain;

namespace EventSourcingBench.Api;

/// <summary>
/// One mailbox for each show that is in use: its commands are decided one after the other on a state that is kept in memory,
/// so that nothing is read and no race is lost while this is the only writer. Who else may write is guarded against by the
/// expected version all the same.
/// </summary>
internal sealed class SingleWriterReservations : IReservations
{
    private readonly ConcurrentDictionary<string, ShowMailbox> _mailboxes = new(StringComparer.Ordinal);
    private readonly EventSource _source;
    private readonly IEventStore _events;
    private readonly ReservationOptions _options;
    private readonly TimeProvider _time;
    private readonly ITimer _sweep;
    private volatile bool _disposed;

    public SingleWriterReservations(IEventStore events, ReservationOptions options, TimeProvider time)
    {
        _events = events;
        _options = options;
        _time = time;
        _source = new EventSource(events);
        var beat = options.IdleTime / 2;
        _sweep = time.CreateTimer(_ => Passivate(), null, beat, beat);
    }

    /// <summary>How many shows are in memory.</summary>
    public int Active => _mailboxes.Count;

    public ValueTask<LoadedShow> LoadAsync(string show, CancellationToken cancellationToken = default) => _source.LoadAsync(show, cancellationToken);

    public async ValueTask<ReservationAnswer> RunAsync(string show, ShowCommand command, CancellationToken cancellationToken = default)
    {
        var pending = new PendingCommand(command);
        while (true)
        {
            ObjectDisposedException.ThrowIf(_disposed, this);
            var mailbox = _mailboxes.GetOrAdd(show, static (id, self) => new ShowMailbox(id, self._events, self._source, self._options, self._time), this);
            if (mailbox.TryPost(pending, Forget))
            {
                return await (cancellationToken.CanBeCanceled ? pending.Answer.WaitAsync(cancellationToken) : pending.Answer);
            }

            // It is being put out of memory: the next one begins where it ended.
            await mailbox.Ended;
        }
    }

    public async ValueTask DisposeAsync()
    {
        _disposed = true;
        await _sweep.DisposeAsync();
        var mailboxes = _mailboxes.Values.ToList();
        mailboxes.ForEach(m => m.Close());
        await Task.WhenAll(mailboxes.Select(m => m.Ended));
    }

    private void Passivate()
    {
        foreach (var mailbox in _mailboxes.Values)
        {
            mailbox.CloseIfIdle(_options.IdleTime);
        }
    }

    private void Forget(ShowMailbox mailbox) => _mailboxes.TryRemove(new KeyValuePair<string, ShowMailbox>(mailbox.Show, mailbox));
}
