namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>Brings batches to a store, and enters in the history what became of them. What surely was not done is sent again. So is a batch
/// of unknown outcome: with the same ids where the store knows a repeat by them, else only when its events are not found there. After the
/// time of <c>patience</c> a batch is given up, and nothing more is sent.</summary>
internal sealed class BulkFlusher(BulkStore store, BatchAppends appends, LoadRecorder recorder, TimeSpan patience, TimeProvider time)
{
    private static readonly TimeSpan BeforeRetry = TimeSpan.FromMilliseconds(50);

    /// <summary>Why nothing is sent any more; null while it is.</summary>
    public string? Broken { get; private set; }

    /// <summary>Whether what is not under way yet is dropped: the user wants the step to end.</summary>
    public bool IsStopped { get; set; }

    /// <summary>Returns when the store has acknowledged the batch.</summary>
    /// <exception cref="StoreFailureException">It has not, and will not.</exception>
    public async Task FlushAsync(BufferBatch batch)
    {
        if (Broken is not null || IsStopped)
            throw new StoreFailureException(Broken ?? "The step was ended before this was sent.");

        var (events, start, isUnknown) = (batch.ToEvents(appends.Streams, SafeEvents.EventType), time.GetTimestamp(), false);
        appends.Begin(batch);
        while (await AttemptAsync(batch, events, start, isUnknown) is { } failure)
        {
            recorder.RecordError(failure.Message);
            isUnknown |= failure is not StoreUnavailableException;
            if (failure is not (StoreUnavailableException or OutcomeUnknownException) || time.GetElapsedTime(start) >= patience)
            {
                End(batch, start, isUnknown ? Outcome.Timeout : Outcome.Error);
                Broken = failure.Message;
                throw new StoreFailureException(failure.Message, failure);
            }

            await Task.Delay(BeforeRetry, time);
        }

        End(batch, start, Outcome.Success);
    }

    /// <summary>Makes seconds of the time that flushes take, and of the number of events that were acknowledged.</summary>
    public static Func<int, SecondRecord> Seconds(LoadRecorder flushes, Func<long> acknowledged)
    {
        var before = acknowledged();
        return second =>
        {
            var now = acknowledged();
            var record = flushes.TakeSecond(second) with { Successes = now - before };
            before = now;
            return record;
        };
    }

    private async Task<Exception?> AttemptAsync(BufferBatch batch, BulkEvent[] events, long start, bool isUnknown)
    {
        var left = patience - time.GetElapsedTime(start);
        using var limit = new CancellationTokenSource(left > BeforeRetry ? left : BeforeRetry, time);
        try
        {
            var missing = !isUnknown || store.KnowsRepeats ? events : await MissingAsync(events, batch, limit.Token);
            if (missing.Length > 0)
                await store.Bulk.AppendAsync(missing, limit.Token);

            return null;
        }
        catch (OperationCanceledException) when (limit.IsCancellationRequested)
        {
            return new OutcomeUnknownException(
                FormattableString.Invariant($"The store gave no answer within {patience.TotalSeconds:0.#} s."));
        }
        catch (Exception e)
        {
            // Whatever it is: it is reported, and ends the trial where it is not of a kind that may pass.
            return e;
        }
    }

    // Of each stream all events of a batch are appended or none, so its first one decides.
    private async Task<BulkEvent[]> MissingAsync(BulkEvent[] events, BufferBatch batch, CancellationToken cancellationToken)
    {
        var missing = new HashSet<StreamId>();
        foreach (var stream in Enumerable.Range(0, events.Length).GroupBy(batch.StreamAt, n => events[n].Event.Id))
        {
            var (id, place) = (appends.Streams[stream.Key], appends.VersionOf(stream.Key) + 1);
            try
            {
                var found = await store.Streams.ReadStreamAsync(id.Value, place, maxCount: 1, cancellationToken)
                    .FirstOrDefaultAsync(cancellationToken);
                if (found?[0].Id != stream.First())
                    missing.Add(id);
            }
            catch (StoreFailureException e)
            {
                // A reading can be repeated, whatever it failed with.
                throw new StoreUnavailableException(e.Message, e);
            }
        }

        return [.. events.Where(e => missing.Contains(e.Stream))];
    }

    private void End(BufferBatch batch, long start, Outcome outcome)
    {
        appends.End(batch, outcome);
        recorder.Record(worker: 0, start, start, time.GetTimestamp(), outcome);
    }
}

/// <summary>Enters bulk appends in a history, whose first streams are those of the events, and counts what is acknowledged of each stream.
/// Not thread-safe.</summary>
internal sealed class BatchAppends(StepHistory history, SafeEvents events)
{
    private readonly long[] _inStream = new long[events.Streams.Count];
    private long _acknowledged;

    public IReadOnlyList<StreamId> Streams => events.Streams;

    /// <summary>How many events were acknowledged so far; may be read while more are.</summary>
    public long Acknowledged => Volatile.Read(ref _acknowledged);

    /// <summary>The version of a stream as far as it is acknowledged.</summary>
    public long VersionOf(int stream) => _inStream[stream];

    public void Begin(BufferBatch batch)
    {
        var (first, last) = (NumberAt(batch, 0), NumberAt(batch, batch.Count - 1));
        history.Lane(0).Begin(first, due: null, OperationKind.BulkAppend, Operation.NoKey, argument: (int)(last - first + 1));
    }

    public void End(BufferBatch batch, Outcome outcome)
    {
        history.Lane(0).End(outcome);
        var (isDone, isUnknown) = (outcome == Outcome.Success, outcome == Outcome.Timeout);
        for (var i = 0; i < batch.Count; i++)
        {
            history.Bulk![NumberAt(batch, i)] = isDone ? BulkState.Acknowledged : isUnknown ? BulkState.Unknown : BulkState.NotSent;
            _inStream[batch.StreamAt(i)] += isDone ? 1 : 0;
        }

        Volatile.Write(ref _acknowledged, _acknowledged + (isDone ? batch.Count : 0));
    }

    private long NumberAt(BufferBatch batch, int index) => history.Ids.NumberOf(batch.IdAt(index));
}
