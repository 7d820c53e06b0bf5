using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.Tests;

/// <summary>Live subscriptions that share one reading of a log, on a log that counts its readings.</summary>
public sealed class SharedFeedTests
{
    private const int MostMilliseconds = 120_000;
    private readonly CountedLog _log = new();
    private readonly SharedFeed _feed;

    public SharedFeedTests() => _feed = new SharedFeed(_log);

    [Fact(Timeout = MostMilliseconds)]
    public async Task A_hundred_live_subscriptions_read_the_log_once()
    {
        _log.Append(10);
        var readers = Enumerable.Range(0, 100).Select(_ => new Reader(_feed)).ToList();
        foreach (var reader in readers)
            await reader.HasAsync(10);

        await _log.HasReadingsAsync(1);
        for (var i = 0; i < 50; i++)
            _log.Append(3);

        foreach (var reader in readers)
            await reader.HasAsync(160);

        _log.Readings.ShouldBe(1);
        foreach (var reader in readers)
            await reader.DisposeAsync();

        await _log.HasReadingsAsync(0);
    }

    [Fact(Timeout = MostMilliseconds)]
    public async Task An_event_with_the_empty_id_is_no_beginning()
    {
        await using var first = new Reader(_feed);
        await first.HasAsync(0);
        _log.Append([.. Sample.Events(5), .. Sample.Events(1).Select(e => e with { Id = Guid.Empty }), .. Sample.Events(5)]);
        await first.HasAsync(11);
        await using var second = new Reader(_feed);
        await second.HasAsync(11);
    }

    [Fact(Timeout = MostMilliseconds)]
    public async Task A_subscription_that_falls_behind_what_is_kept_gets_the_rest_from_the_log_and_follows_again()
    {
        var slow = new Reader(_feed);
        await slow.HasAsync(0);
        slow.Stop();
        await using var other = new Reader(_feed);
        for (var i = 0; i < 30; i++)
        {
            _log.Append(1_000);
            await other.HasAsync((i + 1) * 1_000);
        }

        // What it has not read yet is in the log only: 10,000 events of the shared reading are in memory.
        GC.Collect();
        _log.Batches.Count(b => b.IsAlive).ShouldBeLessThan(20);
        slow.GoOn();
        await slow.HasAsync(30_000);

        await _log.HasReadingsAsync(1);
        _log.Append(1);
        await slow.HasAsync(30_001);
        await slow.DisposeAsync();
    }

    [Fact(Timeout = MostMilliseconds)]
    public async Task A_batch_of_more_events_than_are_kept_reaches_a_live_subscription()
    {
        _log.IsWhole = true;
        await using var reader = new Reader(_feed);
        await reader.HasAsync(0);
        _log.Append(11_000);
        await reader.HasAsync(11_000);
        _log.Append(1);
        await reader.HasAsync(11_001);
    }

    [Fact(Timeout = MostMilliseconds)]
    public async Task Subscriptions_that_stop_while_they_catch_up_hold_no_place()
    {
        _log.Append(30_000);
        var slow = Enumerable.Range(0, 8).Select(_ => new Reader(_feed, isStopped: true)).ToList();
        await _log.HasReadingsAsync(8);
        await using var other = new Reader(_feed);
        // Each of them has a batch and asks for no more.
        await other.HasAsync(30_000);
        slow.ShouldAllBe(s => s.Count < 30_000);
        foreach (var one in slow)
        {
            one.GoOn();
            await one.DisposeAsync();
        }
    }

    [Fact(Timeout = MostMilliseconds)]
    public async Task A_subscription_begins_in_the_middle_of_a_batch_that_others_follow()
    {
        await using var first = new Reader(_feed);
        await first.HasAsync(0);
        _log.Append(10);
        await first.HasAsync(10);
        _log.Append(10);
        await first.HasAsync(20);

        await using var second = new Reader(_feed, PositionCheckpoint.At(15));
        await second.HasAsync(5);
        _log.Append(1);
        await second.HasAsync(6);
        await first.HasAsync(21);
    }

    [Fact(Timeout = MostMilliseconds)]
    public async Task A_log_that_breaks_ends_all_subscriptions_with_its_failure_and_a_later_one_reads_it_again()
    {
        var readers = new[] { new Reader(_feed), new Reader(_feed) };
        foreach (var reader in readers)
            await reader.HasAsync(0);

        await _log.HasReadingsAsync(1);
        _log.Break();

        foreach (var reader in readers)
            (await Should.ThrowAsync<StoreUnavailableException>(reader.Ended)).Message.ShouldStartWith("The store was closed.");

        _log.Append(1);
        await using var later = new Reader(_feed);
        await later.HasAsync(1);
    }

    /// <summary>Reads a subscription; each event must be the next one.</summary>
    private sealed class Reader : IAsyncDisposable
    {
        private readonly CancellationTokenSource _end = new();
        private readonly SemaphoreSlim _more = new(0);
        private volatile TaskCompletionSource _may = new();
        private bool _isLive;
        private long _count;

        public Reader(ICatchUpSubscription feed, Checkpoint after = default, bool isStopped = false)
        {
            if (!isStopped)
                GoOn();

            Ended = Task.Run(async () =>
            {
                var last = PositionCheckpoint.Parse(after);
                await foreach (var batch in feed.SubscribeAsync(after, _end.Token))
                {
                    await _may.Task;
                    foreach (var recorded in batch.Events)
                        recorded.Position.ShouldBe(++last);

                    batch.Checkpoint.ShouldBe(PositionCheckpoint.At(last));
                    _isLive = batch.CaughtUp;
                    _count += batch.Events.Count;
                    _more.Release();
                }
            });
        }

        public Task Ended { get; }

        public long Count => Volatile.Read(ref _count);

        public void Stop() => _may = new TaskCompletionSource();

        public void GoOn() => _may.SetResult();

        public async Task HasAsync(long count)
        {
            while (Count < count || !Volatile.Read(ref _isLive))
            {
                if (Ended.IsCompleted)
                    await Ended;

                await _more.WaitAsync(TimeSpan.FromSeconds(1), Cancel);
            }

            _count.ShouldBe(count);
        }

        public async ValueTask DisposeAsync()
        {
            await _end.CancelAsync();
            await Should.ThrowAsync<OperationCanceledException>(Ended);
            _end.Dispose();
            _more.Dispose();
        }
    }

    /// <summary>A log in memory. After it broke it is empty.</summary>
    private sealed class CountedLog : ICatchUpSubscription
    {
        private IStore _store = Open();
        private int _readings;

        public ConcurrentQueue<WeakReference> Batches { get; } = [];

        public int Readings => Volatile.Read(ref _readings);

        /// <summary>Whether a batch has all events that are there, however many.</summary>
        public bool IsWhole { get; set; }

        public void Append(int count) => Append(Sample.Events(count));

        public void Append(IEnumerable<EventData> events) =>
            _store.Bulk!.AppendAsync([.. events.Select(e => new BulkEvent(new StreamId("a"), e))]).AsTask().Wait(Cancel);

        public void Break()
        {
            var broken = _store;
            _store = Open();
            broken.DisposeAsync().AsTask().Wait(Cancel);
        }

        public async Task HasReadingsAsync(int count)
        {
            while (Readings != count)
                await Task.Delay(5, Cancel);
        }

        public async IAsyncEnumerable<EventBatch> SubscribeAsync(
            Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
        {
            Interlocked.Increment(ref _readings);
            try
            {
                List<RecordedEvent> events = [];
                await foreach (var batch in _store.Subscription!.SubscribeAsync(after, cancellationToken))
                {
                    events.AddRange(batch.Events);
                    if (IsWhole && !batch.CaughtUp)
                        continue;

                    var given = batch with { Events = [.. events] };
                    events.Clear();
                    Batches.Enqueue(new WeakReference(given));
                    yield return given;
                }
            }
            finally
            {
                Interlocked.Decrement(ref _readings);
            }
        }

        private static IStore Open() => MemoryDelayTests.OpenAsync("0").Result;
    }
}
