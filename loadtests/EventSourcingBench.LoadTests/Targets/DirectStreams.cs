namespace EventSourcingBench.LoadTests.Targets;

internal sealed class DirectStreams(IEventStore events, TimeProvider time) : IStreamTarget
{
    private readonly ConcurrentDictionary<int, SnapshotStreams> _snapshots = [];

    public ValueTask<StreamReply> SendAsync(StreamRequest request, TimeSpan timeout) => DirectFailures.GuardAsync(
        token => RunAsync(request, token), (outcome, error) => new StreamReply(outcome, Error: error), timeout, time);

    private async ValueTask<StreamReply> RunAsync(StreamRequest request, CancellationToken cancellationToken)
    {
        var stream = new StreamId(request.Stream);
        var state = request is { Load: false, Event: not null }
            ? default
            : request.Snapshots > 0
            ? await _snapshots.GetOrAdd(request.Snapshots, every => new SnapshotStreams(events, every, time))
                .LoadAsync(stream, cancellationToken)
            : await StreamState.LoadAsync(
                events, stream, count: request.Count > 0 ? request.Count : long.MaxValue, cancellationToken: cancellationToken);
        if (request.Event is not { } data)
        {
            return new StreamReply(Outcome.Success, state.Version, state.Digest);
        }

        var expected = request.Load ? ExpectedVersion.After(state.Version) : request.Expected;
        return await events.AppendAsync(stream, expected, [data], cancellationToken) is Appended appended
            ? new StreamReply(Outcome.Success, appended.StreamVersion)
            : new StreamReply(Outcome.Conflict);
    }
}
