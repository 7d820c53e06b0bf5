namespace EventSourcingBench.Stores.Etcd.Writing;

/// <summary>An append to one stream.</summary>
internal sealed class StreamRequest(StreamId stream, ExpectedVersion expected, EncodedEvent[] events) : WriteRequest(events)
{
    private readonly TaskCompletionSource<AppendResult> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _actual;

    public Task<AppendResult> Answer => _answer.Task;

    public override int Streams => 1;

    public override bool TryAnswer(LogState state)
    {
        if (state.Find(Events[0].Id) is not { } first)
        {
            foreach (var each in Events)
            {
                if (state.Find(each.Id) is not null)
                {
                    return Foreign(each.Id);
                }
            }

            return false;
        }

        return first.Stream.Stream == stream && state.Find(Events[^1].Id) is { } last && last.Stream == first.Stream
            && last.Version == first.Version + Events.Length - 1
            ? _answer.TrySetResult(new Appended(last.Version, last.Position))
            : Foreign(Events[0].Id);
    }

    public override bool IsAllowed(CommitBuilder commit)
    {
        _actual = commit.VersionOf(stream);
        return expected.Allows(_actual);
    }

    public override void Refuse() => _answer.TrySetResult(new WrongExpectedVersion(expected, _actual));

    public override void Fail(Exception exception) => _answer.TrySetException(exception);

    private bool Foreign(Guid id)
    {
        Fail(new ArgumentException($"The event id {id} already exists in the store, from another append."));
        return true;
    }
}
