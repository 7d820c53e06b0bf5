using System.Collections.Concurrent;
using System.Diagnostics;

namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>Writers that keep a ledger of what was answered, and what must be true of the store afterwards.</summary>
internal sealed class Load : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop;
    private readonly CancellationToken _limit;
    private readonly IStore _store;
    private readonly List<Task> _writers;
    private long _lastAnswer = Stopwatch.GetTimestamp();
    private long _longestPause;

    public Load(IStore store, CancellationToken limit)
    {
        (_store, _limit) = (store, limit);
        _stop = CancellationTokenSource.CreateLinkedTokenSource(limit);
        _writers = [.. Enumerable.Range(0, 4).Select(i => Task.Run(() => AppendAsync(i), limit)), Task.Run(PourAsync, limit)];
    }

    public ConcurrentBag<Guid> Acknowledged { get; } = [];

    public ConcurrentBag<Guid> Unknown { get; } = [];

    public ConcurrentBag<Exception> Failed { get; } = [];

    public TimeSpan LongestPause => Stopwatch.GetElapsedTime(0, _longestPause);

    public async Task UntilAcknowledgedAsync(int more)
    {
        var enough = Acknowledged.Count + more;
        await UntilAsync(() => Acknowledged.Count >= enough);
    }

    public async Task UntilAsync(Func<bool> condition)
    {
        while (!condition())
        {
            var ended = _writers.Find(w => w.IsFaulted);
            if (ended is not null)
            {
                await ended;
            }

            await Task.Delay(20, _limit);
        }
    }

    public async Task EndAsync()
    {
        await _stop.CancelAsync();
        await Task.WhenAll(_writers);
    }

    /// <summary>All that was acknowledged is there once; beside it only what nobody knew of; all streams are whole and in order.</summary>
    public async Task VerifyAsync()
    {
        var last = Sample.Event();
        await _store.Events!.AppendAsync(new StreamId("last"), ExpectedVersion.Any, [last], _limit);
        var all = new List<RecordedEvent>();
        await foreach (var batch in _store.Subscription!.SubscribeAsync(Checkpoint.Start, _limit))
        {
            all.AddRange(batch.Events);
            if (all.Exists(e => e.Id == last.Id))
            {
                break;
            }
        }

        var ids = all.Select(e => e.Id).ToHashSet();
        ids.Count.ShouldBe(all.Count);
        Acknowledged.Count(id => !ids.Contains(id)).ShouldBe(0, "acknowledged and lost");
        ids.Except(Acknowledged).Except(Unknown).ShouldBe([last.Id], "there, and said not to be");
        all.Select(e => e.Position).ShouldBe(Enumerable.Range(1, all.Count).Select(p => (long?)p));
        foreach (var stream in all.GroupBy(e => e.Stream))
        {
            stream.Select(e => e.Version).ShouldBe(Enumerable.Range(1, stream.Count()).Select(v => (long)v));
            (await _store.Events.ReadStreamAsync(stream.Key, cancellationToken: _limit).Select(e => e.Id).ToListAsync(_limit))
                .ShouldBe(stream.Select(e => e.Id));
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await Task.WhenAll(_writers).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stop.Dispose();
    }

    private async Task AppendAsync(int writer)
    {
        var stream = new StreamId($"writer-{writer}");
        while (!_stop.IsCancellationRequested)
        {
            var data = Sample.Event();
            await TryAsync([data.Id], async () => await _store.Events!.AppendAsync(stream, ExpectedVersion.Any, [data], _limit));
        }
    }

    private async Task PourAsync()
    {
        while (!_stop.IsCancellationRequested)
        {
            var events = Sample.Events(50).Select((e, i) => new BulkEvent(new StreamId($"poured-{i % 3}"), e)).ToList();
            await TryAsync([.. events.Select(e => e.Event.Id)], async () => await _store.Bulk!.AppendAsync(events, _limit));
        }
    }

    // Any other exception than these two ends the test: it would be none that a caller can act on.
    private async Task TryAsync(Guid[] ids, Func<Task> append)
    {
        try
        {
            await append();
            Array.ForEach(ids, Acknowledged.Add);
            var now = Stopwatch.GetTimestamp();
            _longestPause = Math.Max(_longestPause, now - Interlocked.Exchange(ref _lastAnswer, now));
        }
        catch (OutcomeUnknownException e)
        {
            Array.ForEach(ids, Unknown.Add);
            Failed.Add(e);
        }
        catch (StoreUnavailableException e)
        {
            Failed.Add(e);
            await Task.Delay(20, _limit);
        }
    }
}
