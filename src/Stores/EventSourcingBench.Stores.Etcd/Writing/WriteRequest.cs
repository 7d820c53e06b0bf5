namespace EventSourcingBench.Stores.Etcd.Writing;

/// <param name="expected">The expected version of their stream; null for a bulk append to the ends of any streams.</param>
internal sealed class WriteRequest(EncodedEvent[] events, ExpectedVersion? expected = null)
{
    private readonly TaskCompletionSource<AppendResult> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly int _streams = expected is null ? events.DistinctBy(e => e.Stream).Count() : 1;
    private readonly int _bytes = events.Sum(e => e.Bytes.Length);
    private WrongExpectedVersion? _conflict;

    public RequestTimes? Times { get; } = RequestTimes.Mark(RequestPart.Wait);

    public Task<AppendResult> Answer => _answer.Task;

    public bool Fits(CommitBuilder commit, int mostStreams, int mostBytes) =>
        commit.Streams + _streams <= mostStreams && commit.Bytes + _bytes <= mostBytes;

    public bool IsPartlyIn(CommitBuilder commit) => commit.HasOneOf(events);

    /// <summary>Completes the request if all of its events already exist. Returns true when it is complete.</summary>
    public bool TryAnswer(LogState state)
    {
        KnownEvent last = default;
        var there = 0;
        for (var i = 0; i < events.Length; i++)
        {
            if (state.Find(events[i].Id) is not { } known)
                continue;

            // All earlier ones have to be there too, and those of an append to one stream follow each other.
            if (there++ < i || known.Stream != events[i].Stream || (expected is not null && i > 0 && known.Version != last.Version + 1))
                return Foreign(events[i].Id);

            last = known;
        }

        return there == events.Length
            ? _answer.TrySetResult(new Appended(last.Version, last.Position))
            : there > 0 && Foreign(events[0].Id);
    }

    /// <summary>Adds the events to the commit, or notes a version conflict that the server has to confirm.</summary>
    public void AddTo(CommitBuilder commit)
    {
        var actual = commit.VersionOf(events[0].Stream);
        _conflict = expected is { } version && !version.Allows(actual) ? new WrongExpectedVersion(version, actual) : null;
        if (_conflict is null)
            commit.Add(events);
    }

    /// <summary>Completes the request after its transaction was carried out: the state was current.</summary>
    public void Succeeded(LogState state)
    {
        if (_conflict is null ? !TryAnswer(state) : !_answer.TrySetResult(_conflict))
            throw new InvalidOperationException("A committed append is missing from the state.");
    }

    /// <summary>Fails the request. A conflict that was only noted has none of its events in the transaction: nothing was done.</summary>
    public void Fail(Exception exception) => _answer.TrySetException(_conflict is not null && exception is OutcomeUnknownException
        ? new StoreUnavailableException(exception.Message, exception) : exception);

    private bool Foreign(Guid id)
    {
        var what = expected is null ? "An event id of the bulk append" : $"The event id {id}";
        Fail(new ArgumentException($"{what} already exists in the store, from another append."));
        return true;
    }
}
