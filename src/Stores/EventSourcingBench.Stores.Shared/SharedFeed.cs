using System.Threading.Channels;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Lets the live subscriptions of a process share one reading of the log. A subscription reads the log by itself until it has
/// caught up; then it follows the batches of the shared reading, of which the last 10,000 events and 64 MB are kept. One that falls further
/// behind reads by itself again from its place, so that a slow subscriber costs no memory. At most eight catch up at a time; where others
/// wait, each gives way after a batch.</summary>
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
        var (place, last) = (after, default((StreamId, long)?));
        while (true)
        {
            var follower = default(Follower?);
            var isCatchingUp = true;
            await EnterAsync(cancellationToken);
            try
            {
                // A new subscription asks the log itself: the shared reading may be behind commits.
                follower = last is null ? null : TryJoin(place, last, start: false);
                if (follower is not null)
                {
                    Release();
                    if (follower.Rest is null && !follower.At.Next.IsCompleted)
                        yield return new EventBatch([], place, CaughtUp: true);
                }
                else
                {
                    var lastHere = default(EventBatch?);
                    await foreach (var batch in log.SubscribeAsync(place, cancellationToken))
                    {
                        (place, last) = (batch.Checkpoint, PlaceOf(batch) ?? last);
                        if (isCatchingUp && !batch.CaughtUp && Volatile.Read(ref _waiting) > 0)
                        {
                            lastHere = batch;
                            break;
                        }

                        yield return batch;
                        if (!batch.CaughtUp)
                            continue;

                        Release();
                        follower = TryJoin(place, last, start: true);
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
                var node = follower.At;
                if (follower.Rest is { } rest)
                {
                    (place, last) = (rest.Checkpoint, PlaceOf(rest));
                    yield return AsOfNow(rest, node);
                }

                while (await node.Next.WaitAsync(cancellationToken) is { Batch: { } next } following)
                {
                    node = following;
                    (place, last) = (next.Checkpoint, PlaceOf(next) ?? last);
                    yield return AsOfNow(next, node);
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

    // Of the last event: a log may have an event id twice, and never a version of a stream.
    private static (StreamId Stream, long Version)? PlaceOf(EventBatch batch) =>
        batch.Events is [.., var last] ? (last.Stream, last.Version) : null;

    // A follower that is behind is not caught up, although the reading was.
    private static EventBatch AsOfNow(EventBatch batch, Node at) =>
        batch.CaughtUp && at.Next.IsCompleted ? batch with { CaughtUp = false } : batch;

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

    private sealed record Follower(Reading Of, Node At, EventBatch? Rest);

    // A batch and the next one. The first node of a reading has no events; a node without a batch says that what follows is not kept.
    private sealed class Node(EventBatch? batch)
    {
        private volatile TaskCompletionSource<Node> _next = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public EventBatch? Batch => batch;

        public Task<Node> Next => _next.Task;

        public void Append(Node next) => _next.SetResult(next);

        public void Fail(Exception failure)
        {
            _next.SetException(failure);
            // Without a follower it is no unobserved failure.
            _ = _next.Task.Exception;
        }

        // A follower that is still here does not keep alive what comes after.
        public void Drop()
        {
            var gone = new TaskCompletionSource<Node>();
            gone.SetResult(new Node(null));
            _next = gone;
        }
    }

    private sealed class Reading
    {
        private const int Kept = 10_000;
        private const long KeptBytes = 64 << 20;
        private readonly Lock _gate = new();
        private readonly Queue<Node> _nodes = new();
        private readonly Dictionary<(StreamId Stream, long Version), (Node Node, int Index)> _places = [];
        private Node _tail;
        private Checkpoint _place;
        private bool _isCaughtUp = true;
        private long _bytes;

        public Reading(ICatchUpSubscription log, Checkpoint place)
        {
            (_place, _tail) = (place, new Node(new EventBatch([], place, CaughtUp: true)));
            _nodes.Enqueue(_tail);
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
                    return _isCaughtUp ? new Follower(this, _tail, Rest: null) : null;

                if (last is not { } known || !_places.TryGetValue(known, out var found))
                    return null;

                var batch = found.Node.Batch!;
                var rest = batch.Events.Skip(found.Index + 1).ToList();
                return new Follower(this, found.Node, rest.Count == 0 ? null : batch with { Events = rest });
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
                // Every follower gets it.
                lock (_gate)
                {
                    HasEnded = true;
                    _tail.Fail(e);
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

                var node = new Node(batch);
                for (var i = 0; i < batch.Events.Count; i++)
                    _places[(batch.Events[i].Stream, batch.Events[i].Version)] = (node, i);

                // Appended first: followers wait at the tail, which is dropped too where this batch alone is more than is kept.
                _nodes.Enqueue(node);
                _tail.Append(node);
                (_tail, _place) = (node, batch.Checkpoint);
                _bytes += BytesOf(batch);
                while ((_places.Count > Kept || _bytes > KeptBytes) && _nodes.Count > 1)
                {
                    var old = _nodes.Dequeue();
                    _bytes -= BytesOf(old.Batch!);
                    foreach (var recorded in old.Batch!.Events)
                        _places.Remove((recorded.Stream, recorded.Version));

                    old.Drop();
                }
            }
        }

        private static long BytesOf(EventBatch batch) => batch.Events.Sum(e => (long)e.Data.Length + e.Metadata.Length);
    }
}
