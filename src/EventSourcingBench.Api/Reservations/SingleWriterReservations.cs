namespace EventSourcingBench.Api.Reservations;

/// <summary>One mailbox per active show: its commands are decided one after another on a state in memory, so nothing is read and there is
/// no version conflict while this is the only writer. The expected version protects against other writers.</summary>
internal sealed class SingleWriterReservations : IReservations, IAsyncDisposable
{
    private readonly ConcurrentDictionary<string, ShowMailbox> _mailboxes = new(StringComparer.Ordinal);
    private readonly ShowSource _source;
    private readonly IEventStore _events;
    private readonly ReservationOptions _options;
    private readonly TimeProvider _time;
    private readonly ITimer _sweep;
    private int _isMakingRoom;
    private int _open;
    private volatile bool _disposed;

    public SingleWriterReservations(IEventStore events, ReservationOptions options, TimeProvider time)
    {
        (_events, _options, _time) = (events, options, time);
        _source = new ShowSource(events, time);
        var beat = options.IdleTime / 2;
        _sweep = time.CreateTimer(_ => _mailboxes.Values.ToList().ForEach(m => TryClose(m, options.IdleTime)), null, beat, beat);
    }

    public int Active => _mailboxes.Count;

    public async ValueTask<ReservationAnswer> RunAsync(
        string show, ShowCommand command, int maxAttempts, CancellationToken cancellationToken = default)
    {
        var pending = new PendingCommand(command, maxAttempts);
        while (true)
        {
            ObjectDisposedException.ThrowIf(_disposed, this);
            var mailbox = MailboxOf(show);
            if (mailbox.TryPost(pending))
                return await pending.Answer.Task.WaitAsync(cancellationToken);

            // The mailbox is being removed: the next one continues after it.
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

    private ShowMailbox MailboxOf(string show)
    {
        while (true)
        {
            if (_mailboxes.TryGetValue(show, out var kept))
                return kept;

            var opened = new ShowMailbox(show, _events, _source, _time);
            opened.Start(ended => _mailboxes.TryRemove(KeyValuePair.Create(show, ended)));
            if (_mailboxes.TryAdd(show, opened))
            {
                Interlocked.Increment(ref _open);
                if (IsRoomWanted())
                    _ = Task.Run(MakeRoom);

                return opened;
            }

            opened.Close();
        }
    }

    // Not at each new show: finding the least recently used ones needs a scan of all shows.
    private void MakeRoom()
    {
        bool made;
        do
        {
            made = false;
            foreach (var (mailbox, _) in _mailboxes.Values.Select(m => (Mailbox: m, m.UsedAt)).OrderBy(m => m.UsedAt))
            {
                if (Volatile.Read(ref _open) <= _options.MaxActive)
                    break;

                made |= TryClose(mailbox, TimeSpan.Zero);
            }

            Volatile.Write(ref _isMakingRoom, 0);
        }
        while (made && IsRoomWanted()); // Shows added meanwhile may exceed the limit without a later call.
    }

    private bool IsRoomWanted() => Volatile.Read(ref _open) > _options.MaxActive + (_options.MaxActive / 10L)
        && Interlocked.Exchange(ref _isMakingRoom, 1) == 0;

    private bool TryClose(ShowMailbox mailbox, TimeSpan idle)
    {
        var closed = mailbox.CloseIfIdle(idle);
        Interlocked.Add(ref _open, closed ? -1 : 0);
        return closed;
    }
}
