namespace EventSourcingBench.Stores.Etcd.Writing;

/// <summary>Events to append, and the caller that waits for the result.</summary>
/// <param name="events">The events, 1 or more.</param>
/// <param name="expected">The expected version of their stream; null for a bulk append to the ends of any streams.</param>
internal sealed class WriteRequest(EncodedEvent[] events, ExpectedVersion? expected = null)
{
    private readonly TaskCompletionSource<AppendResult> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _actual;

    public ReadOnlySpan<EncodedEvent> Events => events;

    public int Streams { get; } = expected is null ? events.DistinctBy(e => e.Stream).Count() : 1;

    public int Bytes { get; } = events.Sum(e => e.Bytes.Length);

    public Task<AppendResult> Answer => _answer.Task;

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
            if (there++ < i || known.Stream.Stream != events[i].Stream
                || (expected is not null && i > 0 && known.Version != last.Version + 1))
            {
                return Foreign(events[i].Id);
            }

            last = known;
        }

        return there == events.Length
            ? _answer.TrySetResult(new Appended(last.Version, last.Position))
            : there > 0 && Foreign(events[0].Id);
    }

    public bool IsAllowed(CommitBuilder commit)
    {
        if (expected is not { } version)
            return true;

        _actual = commit.VersionOf(events[0].Stream);
        return version.Allows(_actual);
    }

    /// <summary>Reports a version conflict. The server has confirmed the version.</summary>
    public void Refuse() => _answer.TrySetResult(new WrongExpectedVersion(expected!.Value, _actual));

    public void Fail(Exception exception) => _answer.TrySetException(exception);

    private bool Foreign(Guid id)
    {
        var what = expected is null ? "An event id of the bulk append" : $"The event id {id}";
        Fail(new ArgumentException($"{what} already exists in the store, from another append."));
        return true;
    }
}
