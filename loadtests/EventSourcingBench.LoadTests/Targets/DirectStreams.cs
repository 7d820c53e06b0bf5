namespace EventSourcingBench.LoadTests.Targets;

internal sealed class DirectStreams(IStore store, TimeProvider time) : IStreamTarget
{
    private readonly StreamLoader _streams = new(store, time);

    public ValueTask<StreamReply> SendAsync(StreamRequest request, TimeSpan timeout) => DirectFailures.GuardAsync(
        token => RunAsync(request, token), (outcome, error) => new StreamReply(outcome, Error: error), timeout, time);

    private async ValueTask<StreamReply> RunAsync(StreamRequest request, CancellationToken cancellationToken)
    {
        var stream = new StreamId(request.Stream);
        var state = request is { Load: false, Event: not null } ? default
            : request.Count > 0 ? await _streams.LoadAsync(stream, from: 1, request.Count, cancellationToken)
            : await _streams.LoadAsync(stream, request.Snapshots, cancellationToken);
        if (request.Event is not { } data)
        {
            return new StreamReply(Outcome.Success, state.Version, state.Digest);
        }

        var expected = request.Load ? ExpectedVersion.After(state.Version) : request.Expected;
        return await store.Events!.AppendAsync(stream, expected, [data], cancellationToken) is Appended appended
            ? new StreamReply(Outcome.Success, appended.StreamVersion)
            : new StreamReply(Outcome.Conflict);
    }
}
