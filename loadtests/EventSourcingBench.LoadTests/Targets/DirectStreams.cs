namespace EventSourcingBench.LoadTests.Targets;

internal sealed class DirectStreams(IEventStore events, TimeProvider time) : IStreamTarget
{
    private readonly StreamLoader _streams = new(events, time);

    public ValueTask<StreamReply> SendAsync(StreamRequest request, TimeSpan timeout) => DirectFailures.GuardAsync(
        token => RunAsync(request, token), (outcome, error) => new StreamReply(outcome, Error: error), timeout, time);

    private async ValueTask<StreamReply> RunAsync(StreamRequest request, CancellationToken cancellationToken)
    {
        var stream = new StreamId(request.Stream);
        var state = request is { Load: false, Event: not null } ? default
            : request.Count > 0 ? await StreamState.LoadAsync(events, stream, count: request.Count, cancellationToken: cancellationToken)
            : await _streams.LoadAsync(stream, request.Snapshots, cancellationToken);
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
