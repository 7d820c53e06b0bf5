using System.Threading.Channels;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Lets the live subscriptions of a process share one reading of the log. A subscription reads the log by itself until it has
/// caught up; then it follows the batches of the shared reading, of which the last 10,000 events are kept. One that falls further behind
/// reads by itself again from its place, so that a slow subscriber costs no memory. At most eight catch up at a time; where others wait,
/// each gives way after a batch.</summary>
/// <param name="log">The log; its checkpoints are equal for equal places.</param>
public sealed class SharedFeed(ICatchUpSubscription log) : ICatchUpSubscription
{
    private const int MostCatchingUp = 8;
    // A slot for each that is catching up.
    private readonly Channel<bool> _catchingUp = Channel.CreateBounded<bool>(MostCatchingUp);
    private readonly Lock _gate = new();
    private Reading? _reading;
    private int _waiting;

    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var (place, lastId) = (after, Guid.Empty);
        while (true)
        {
            var follower = default(Follower?);
            var isCatchingUp = true;
            await EnterAsync(cancellationToken);
            try
            {
                follower = TryJoin(place, lastId, start: false);
                if (follower is not null)
                {
                    Release();
                    if (follower.IsAtEnd)
                        yield return new EventBatch([], place, CaughtUp: true);
                }
                else
                {
                    var lastHere = default(EventBatch?);
                    await foreach (var batch in log.SubscribeAsync(place, cancellationToken))
                    {
                        (place, lastId) = (batch.Checkpoint, batch.Events is [.., var last] ? last.Id : lastId);
                        if (isCatchingUp && !batch.CaughtUp && Volatile.Read(ref _waiting) > 0)
                        {
                            lastHere = batch;
                            break;
                        }

                        yield return batch;
                        if (!batch.CaughtUp)
                            continue;

                        Release();
                        follower = TryJoin(place, lastId, start: true);
                        if (follower is not null)
                            break;
                    }

                    if (lastHere is not null)
                    {
                        Release();
                        yield return lastHere;
                        continue;
                    }
                }

                if (follower is null)
                    yield break;

                // Until it falls behind what is kept.
                var (number, known) = (follower.Next, follower.Known);
                while (await follower.Of.ReadAsync(number++, known, cancellationToken) is { } next)
                {
                    (place, lastId, known) = (next.Checkpoint, next.Events is [.., var last] ? last.Id : lastId, 0);
                    yield return next;
                }
            }
            finally
            {
                Release();
                if (follower is not null)
                    Leave(follower.Of);
            }

            void Release()
            {
                if (isCatchingUp)
                    _catchingUp.Reader.TryRead(out _);

                isCatchingUp = false;
            }
        }
    }

    private async ValueTask EnterAsync(CancellationToken cancellationToken)
    {
        // Only what waits for a slot makes others give way.
        if (_catchingUp.Writer.TryWrite(true))
            return;

        Interlocked.Increment(ref _waiting);
        try
        {
            await _catchingUp.Writer.WriteAsync(true, cancellationToken);
        }
        finally
        {
            Interlocked.Decrement(ref _waiting);
        }
    }

    // Null where the shared reading does not know the place, or where there is none and none is to start.
    private Follower? TryJoin(Checkpoint place, Guid lastId, bool start)
    {
        lock (_gate)
        {
            if (_reading is { HasEnded: true })
                _reading = null;

            if (_reading is null && start)
                _reading = new Reading(log, place);

            var follower = _reading?.Find(place, lastId);
            if (follower is not null)
                follower.Of.Followers++;

            return follower;
        }
    }

    private void Leave(Reading reading)
    {
        lock (_gate)
        {
            if (--reading.Followers > 0)
                return;

            reading.End();
            if (_reading == reading)
                _reading = null;
        }
    }

    /// <param name="Next">The number of the batch that it gets next, without the first <paramref name="Known"/> events.</param>
    private sealed record Follower(Reading Of, long Next, int Known, bool IsAtEnd);

    private sealed class Reading
    {
        private const int Kept = 10_000;
        private readonly Lock _gate = new();

        // The last batches by their numbers, and the places of their events.
        private readonly Dictionary<long, EventBatch> _batches = [];
        private readonly Dictionary<Guid, (long Number, int Index)> _places = [];
        private TaskCompletionSource _more = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private long _count;
        private Checkpoint _place;
        private bool _isCaughtUp = true;

        public Reading(ICatchUpSubscription log, Checkpoint place)
        {
            _place = place;
            var end = new CancellationTokenSource();
            End = end.Cancel;
            _ = Task.Run(() => RunAsync(log, place, end.Token), end.Token);
        }

        public int Followers { get; set; }

        public bool HasEnded { get; private set; }

        public Action End { get; }

        public Follower? Find(Checkpoint place, Guid lastId)
        {
            lock (_gate)
            {
                if (_place == place)
                    return _isCaughtUp ? new Follower(this, _count, Known: 0, IsAtEnd: true) : null;

                if (!_places.TryGetValue(lastId, out var found))
                    return null;

                var (number, known) = (found.Number, found.Index + 1);
                (number, known) = known < _batches[number].Events.Count ? (number, known) : (number + 1, 0);
                return new Follower(this, number, known, IsAtEnd: number == _count);
            }
        }

        /// <summary>Waits for a batch, without events that are known. Null where it is not kept any more.</summary>
        public async ValueTask<EventBatch?> ReadAsync(long number, int known, CancellationToken cancellationToken)
        {
            while (true)
            {
                Task more;
                lock (_gate)
                {
                    if (_batches.TryGetValue(number, out var batch))
                    {
                        // A follower that is behind is not caught up, although the reading was.
                        var caughtUp = batch.CaughtUp && number + 1 == _count;
                        return new EventBatch(known == 0 ? batch.Events : [.. batch.Events.Skip(known)], batch.Checkpoint, caughtUp);
                    }

                    if (number < _count)
                        return null;

                    more = _more.Task;
                }

                await more.WaitAsync(cancellationToken);
            }
        }

        private async Task RunAsync(ICatchUpSubscription log, Checkpoint place, CancellationToken end)
        {
            try
            {
                await foreach (var batch in log.SubscribeAsync(place, end))
                    Append(batch);
            }
            catch (Exception e)
            {
                // Every follower gets it. Without a follower it is no unobserved failure.
                lock (_gate)
                {
                    HasEnded = true;
                    _more.SetException(e);
                    _ = _more.Task.Exception;
                }
            }
        }

        private void Append(EventBatch batch)
        {
            lock (_gate)
            {
                var wasCaughtUp = _isCaughtUp;
                _isCaughtUp = batch.CaughtUp;
                if (batch.Events.Count == 0 && wasCaughtUp)
                    return;

                for (var i = 0; i < batch.Events.Count; i++)
                    _places[batch.Events[i].Id] = (_count, i);

                _batches.Add(_count++, batch);
                while (_places.Count > Kept && _batches.Count > 1)
                {
                    _batches.Remove(_count - _batches.Count, out var old);
                    foreach (var recorded in old!.Events)
                        _places.Remove(recorded.Id);
                }

                _place = batch.Checkpoint;
                _more.SetResult();
                _more = new(TaskCreationOptions.RunContinuationsAsynchronously);
            }
        }
    }
}
