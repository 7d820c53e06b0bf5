using System.Threading.Channels;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Lets the live subscriptions of a process share one reading of the log. A subscription reads the log by itself until it has
/// caught up; then it follows the batches of the shared reading, of which the last 10,000 events and 64 MB are kept. One that falls further
/// behind reads by itself again from its place, so that a slow subscriber costs no memory. Of those that catch up at most eight read at a
/// time; where others wait, each gives way after a batch.</summary>
/// <param name="log">The log; its checkpoints are equal for equal places.</param>
public sealed class SharedFeed(ICatchUpSubscription log) : ICatchUpSubscription
{
    private const int MostReading = 8;
    // One is taken by each that reads a batch of the log to catch up.
    private readonly Channel<bool> _slots = Channel.CreateBounded<bool>(MostReading);
    private readonly Lock _gate = new();
    private Reading? _reading;

    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var (place, last) = (after, default((StreamId, long)?));
        while (true)
        {
            var follower = default(Follower?);
            await _slots.Writer.WriteAsync(true, cancellationToken);
            var (hasSlot, isLive, givesWay) = (true, false, false);
            try
            {
                // A new subscription asks the log itself: the shared reading may be behind commits.
                follower = last is null ? null : TryJoin(place, last, start: false);
                if (follower is not null)
                {
                    Release();
                    if (follower.IsAtEnd)
                        yield return new EventBatch([], place, CaughtUp: true);
                }
                else
                {
                    await foreach (var batch in log.SubscribeAsync(place, cancellationToken))
                    {
                        (place, last) = (batch.Checkpoint, PlaceOf(batch) ?? last);
                        // A subscriber may keep a batch for as long as it likes.
                        Release();
                        yield return batch;
                        if (batch.CaughtUp)
                        {
                            isLive = true;
                            follower = TryJoin(place, last, start: true);
                            if (follower is not null)
                                break;
                        }
                        else if (!isLive)
                        {
                            hasSlot = _slots.Writer.TryWrite(true);
                            givesWay = !hasSlot;
                            if (givesWay)
                                break;
                        }
                    }
                }

                if (givesWay)
                    continue;

                if (follower is null)
                    yield break;

                // Until it falls behind what is kept.
                var (reading, number, skip, _) = follower;
                while (await reading.GetAsync(number++, skip, cancellationToken) is { } next)
                {
                    skip = 0;
                    (place, last) = (next.Checkpoint, PlaceOf(next) ?? last);
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
                if (hasSlot)
                    _slots.Reader.TryRead(out _);

                hasSlot = false;
            }
        }
    }

    // Of the last event: a log may have an event id twice, and never a version of a stream.
    private static (StreamId Stream, long Version)? PlaceOf(EventBatch batch) =>
        batch.Events is [.., var last] ? (last.Stream, last.Version) : null;

    // Null where the shared reading does not know the place, or where there is none and none is to start.
    private Follower? TryJoin(Checkpoint place, (StreamId, long)? last, bool start)
    {
        lock (_gate)
        {
            if (_reading is { HasEnded: true })
                _reading = null;

            if (_reading is null && start)
                _reading = new Reading(log, place);

            var follower = _reading?.Find(place, last);
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

    // A subscription whose next batch is the one with this number, without some of its first events.
    private sealed record Follower(Reading Of, long Number, int Skip, bool IsAtEnd);

    private sealed class Reading
    {
        private const int Kept = 10_000;
        private const long KeptBytes = 64 << 20;
        private readonly Lock _gate = new();
        // The last batches by number, and where each of their events is.
        private readonly Dictionary<long, EventBatch> _batches = [];
        private readonly Dictionary<(StreamId Stream, long Version), (long Number, int Index)> _places = [];
        private TaskCompletionSource _next = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private long _count;
        private Checkpoint _place;
        private bool _isCaughtUp = true;
        private long _bytes;

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

        public Follower? Find(Checkpoint place, (StreamId, long)? last)
        {
            lock (_gate)
            {
                if (_place == place)
                    return _isCaughtUp ? new Follower(this, _count, Skip: 0, IsAtEnd: true) : null;

                if (last is not { } known || !_places.TryGetValue(known, out var found))
                    return null;

                var skip = found.Index + 1;
                return skip < _batches[found.Number].Events.Count
                    ? new Follower(this, found.Number, skip, IsAtEnd: false)
                    : new Follower(this, found.Number + 1, Skip: 0, IsAtEnd: found.Number + 1 == _count);
            }
        }

        // Null where it is no longer kept. With others behind it, it is not caught up, although the reading was.
        public async ValueTask<EventBatch?> GetAsync(long number, int skip, CancellationToken cancellationToken)
        {
            Task isThere;
            lock (_gate)
                isThere = number < _count ? Task.CompletedTask : _next.Task;

            await isThere.WaitAsync(cancellationToken);
            lock (_gate)
            {
                if (!_batches.TryGetValue(number, out var batch))
                    return null;

                IReadOnlyList<RecordedEvent> events = skip == 0 ? batch.Events : [.. batch.Events.Skip(skip)];
                return new EventBatch(events, batch.Checkpoint, batch.CaughtUp && number == _count - 1);
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
                // Every follower gets it; without one it is no unobserved failure.
                lock (_gate)
                {
                    HasEnded = true;
                    _next.SetException(e);
                    _ = _next.Task.Exception;
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
                    _places[(batch.Events[i].Stream, batch.Events[i].Version)] = (_count, i);

                _batches.Add(_count++, batch);
                _place = batch.Checkpoint;
                _bytes += BytesOf(batch);
                while ((_places.Count > Kept || _bytes > KeptBytes) && _batches.Count > 1)
                {
                    _batches.Remove(_count - _batches.Count, out var old);
                    _bytes -= BytesOf(old!);
                    foreach (var recorded in old!.Events)
                        _places.Remove((recorded.Stream, recorded.Version));
                }

                _next.SetResult();
                _next = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            }
        }

        private static long BytesOf(EventBatch batch) => batch.Events.Sum(e => (long)e.Data.Length + e.Metadata.Length);
    }
}
