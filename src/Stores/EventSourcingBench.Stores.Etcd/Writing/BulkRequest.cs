namespace EventSourcingBench.Stores.Etcd.Writing;

/// <summary>A bulk append to the ends of several streams.</summary>
internal sealed class BulkRequest(EncodedEvent[] events) : WriteRequest(events)
{
    private readonly TaskCompletionSource _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Task Answer => _answer.Task;

    public override int Streams { get; } = events.DistinctBy(e => e.Stream).Count();

    public override bool TryAnswer(LogState state)
    {
        var there = 0;
        foreach (var each in Events)
        {
            if (state.Find(each.Id) is not { } known)
            {
                continue;
            }

            if (known.Stream.Stream != each.Stream)
            {
                return Foreign();
            }

            there++;
        }

        return there == Events.Length ? _answer.TrySetResult() : there > 0 && Foreign();
    }

    public override bool IsAllowed(CommitBuilder commit) => true;

    public override void Refuse() => throw new InvalidOperationException("A bulk append has no expected version.");

    public override void Fail(Exception exception) => _answer.TrySetException(exception);

    private bool Foreign()
    {
        Fail(new ArgumentException("An event id of the bulk append already exists in the store, from another append."));
        return true;
    }
}
