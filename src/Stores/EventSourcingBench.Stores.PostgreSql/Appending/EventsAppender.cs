namespace EventSourcingBench.Stores.PostgreSql.Appending;

/// <summary>Dispatches each append to the lane of its stream.</summary>
internal sealed class EventsAppender(int lanes, int maxBatch, PostgresDatabase database, Action committed, TimeProvider time)
    : IEventWriter, IMultiStreamWriter, IAsyncDisposable
{
    private readonly Lane<PendingAppend>[] _lanes =
    [
        .. Enumerable.Range(0, lanes).Select(_ => new Lane<PendingAppend>(
            new AppendBatch(new AppendConnection(database), committed), maxBatch, answersItself: false, time)),
    ];

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default)
    {
        Appends.RequireDistinct(events);
        return Appends.OfOne(await RunAsync(new PendingAppend([new AppendPart(stream, expected, events)]), cancellationToken));
    }

    // The other streams may belong to other lanes, so this lane's versions may be outdated. The unique constraint detects that.
    public ValueTask<MultiStreamResult> AppendAsync(IReadOnlyList<StreamAppend> appends, CancellationToken cancellationToken = default)
    {
        Appends.RequireStreams(appends);
        Appends.RequireDistinct([.. appends.SelectMany(a => a.Events)]);
        var append = new PendingAppend([.. appends.Select(a => new AppendPart(a.Stream, a.Expected, a.Events))]);
        return new ValueTask<MultiStreamResult>(RunAsync(append, cancellationToken));
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var lane in _lanes)
            await lane.DisposeAsync();
    }

    private Task<MultiStreamResult> RunAsync(PendingAppend append, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var number = (uint)string.GetHashCode(append.Parts[0].Stream, StringComparison.Ordinal) % (uint)_lanes.Length;
        _lanes[number].Enqueue(append);
        return append.AnswerAsync(cancellationToken);
    }
}
