namespace EventSourcingBench.Conformance;

/// <summary>Writers that append until they are stopped, one to three events at a time and, where a bulk append is one transaction, in bulk,
/// and that record what was answered: for tests that break connections, kill servers and then look at what is left.</summary>
public sealed class AppendLoad : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop;
    private readonly CancellationToken _limit;
    private readonly IStore _store;
    private readonly ConcurrentBag<Guid[]> _unknown;
    private readonly ConcurrentDictionary<Guid, long> _versions;
    private readonly List<Task> _writers;
    private long _lastAnswer = Stopwatch.GetTimestamp();
    private long _longestPause;

    /// <summary>Starts four writers, each on a separate stream, and one of 50 events in bulk. The store must outlive the load; the limit
    /// ends everything with an error. What was answered <paramref name="before"/>, when the same data was open, counts as well.</summary>
    public AppendLoad(IStore store, CancellationToken limit, AppendLoad? before = null)
    {
        (_store, _limit) = (store, limit);
        _unknown = before?._unknown ?? [];
        _versions = before?._versions ?? [];
        Acknowledged = before?.Acknowledged ?? [];
        _stop = CancellationTokenSource.CreateLinkedTokenSource(limit);
        _writers = [.. Enumerable.Range(0, 4).Select(i => Task.Run(() => AppendAsync(i), limit))];
        if (store.Bulk is { Atomicity: BulkAtomicity.Call })
            _writers.Add(Task.Run(AppendInBulkAsync, limit));
    }

    /// <summary>The ids of all events that were acknowledged.</summary>
    public ConcurrentBag<Guid> Acknowledged { get; }

    public ConcurrentBag<Exception> Failed { get; } = [];

    /// <summary>The longest time between two acknowledgements.</summary>
    public TimeSpan LongestPause => Stopwatch.GetElapsedTime(0, _longestPause);

    /// <summary>Waits for so many acknowledgements from now on.</summary>
    public Task UntilAcknowledgedAsync(int more)
    {
        var enough = Acknowledged.Count + more;
        return UntilAsync(() => Acknowledged.Count >= enough);
    }

    /// <summary>Waits until something holds. Fails when a writer got an error that is not one of the contract.</summary>
    public async Task UntilAsync(Func<bool> condition)
    {
        while (!condition())
        {
            if (_writers.Find(w => w.IsFaulted) is { } ended)
                await ended;

            await Task.Delay(20, _limit);
        }
    }

    /// <summary>Stops the writers and waits for their last answers.</summary>
    public async Task EndAsync()
    {
        await _stop.CancelAsync();
        await Task.WhenAll(_writers);
    }

    /// <summary>Reads the store, opened again or as it is: every acknowledged event is there once, at its version; beside these only
    /// appends of unknown outcome, each as a whole; all streams are contiguous, and the same by a read as by the subscription.</summary>
    /// <param name="opened">The store opened again. Default: as it is.</param>
    /// <param name="mayLose">Whether acknowledged events may be missing.</param>
    /// <returns>All events, in the order of the subscription, and an event that was appended to find the end.</returns>
    public async Task<IReadOnlyList<RecordedEvent>> VerifyAsync(IStore? opened = null, bool mayLose = false)
    {
        var store = opened ?? _store;
        var last = Sample.Event();
        await store.Events!.AppendAsync(new StreamId("last"), ExpectedVersion.Any, [last], _limit);
        var all = await store.Subscription!.ReadUntilAsync(Checkpoint.Start, (_, batch) => batch.Events.Any(e => e.Id == last.Id), _limit);
        var ids = all.Select(e => e.Id).ToHashSet();
        ids.Count.ShouldBe(all.Count, "an event is there twice");
        if (!mayLose)
            Acknowledged.Count(id => !ids.Contains(id)).ShouldBe(0, "acknowledged and lost");

        all.ShouldAllBe(e => _versions.GetValueOrDefault(e.Id, e.Version) == e.Version, "not at the version of the answer");
        var applied = _unknown.Where(append => append.Any(ids.Contains)).ToList();
        applied.ShouldAllBe(append => append.All(ids.Contains), "an append is there in part");
        ids.Except(Acknowledged).Except(applied.SelectMany(append => append)).ShouldBe([last.Id], "there, and refused");
        foreach (var stream in all.GroupBy(e => e.Stream))
        {
            stream.ToList().ShouldBeContiguous();
            (await store.Events.ReadStreamAsync(stream.Key, cancellationToken: _limit).Select(e => (e.Id, e.Version)).ToListAsync(_limit))
                .ShouldBe(stream.Select(e => (e.Id, e.Version)));
        }

        return all;
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
        for (var n = 0; !_stop.IsCancellationRequested; n++)
        {
            var events = Sample.Events(1 + (n % 3));
            await TryAsync(events, async () =>
            {
                var appended = (Appended)await _store.Events!.AppendAsync(stream, ExpectedVersion.Any, events, _limit);
                for (var i = 0; i < events.Length; i++)
                    _versions[events[i].Id] = appended.StreamVersion - events.Length + 1 + i;
            });
        }
    }

    private async Task AppendInBulkAsync()
    {
        while (!_stop.IsCancellationRequested)
        {
            var events = Sample.Events(50);
            var bulk = events.Select((e, i) => new BulkEvent(new StreamId($"bulk-{i % 3}"), e)).ToList();
            await TryAsync(events, async () => await _store.Bulk!.AppendAsync(bulk, _limit));
        }
    }

    // Any other exception than these two ends the test: it would be none that a caller can act on.
    private async Task TryAsync(EventData[] events, Func<Task> append)
    {
        var ids = Array.ConvertAll(events, e => e.Id);
        try
        {
            await append();
            Array.ForEach(ids, Acknowledged.Add);
            var now = Stopwatch.GetTimestamp();
            _longestPause = Math.Max(_longestPause, now - Interlocked.Exchange(ref _lastAnswer, now));
        }
        catch (OutcomeUnknownException e)
        {
            _unknown.Add(ids);
            Failed.Add(e);
        }
        catch (StoreUnavailableException e)
        {
            Failed.Add(e);
            await Task.Delay(20, _limit);
        }
    }
}
