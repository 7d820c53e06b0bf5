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

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default)
    {
        AppendRules.RequireDistinct(events);
        cancellationToken.ThrowIfCancellationRequested();
        var append = new PendingAppend<AppendResult>(
            [new AppendPart(stream, expected, events)],
            static a => a.Done is [var appended] ? appended : Conflict(a));
        LaneOf(stream.Value).Enqueue(append);
        return Answered(append.Answer, cancellationToken);
    }

    // The other streams may belong to other lanes, so this lane's versions may be outdated. The unique constraint detects that.
    public ValueTask<MultiStreamResult> AppendAsync(IReadOnlyList<StreamAppend> appends, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(appends);
        AppendRules.RequireDistinct([.. appends.SelectMany(a => a.Events)]);
        if (appends.Any(a => a.Events.Count == 0) || appends.Select(a => a.Stream).Distinct().Count() != appends.Count)
        {
            throw new ArgumentException("An append to several streams must contain each stream once, "
                + "with at least one event.", nameof(appends));
        }

        cancellationToken.ThrowIfCancellationRequested();
        var append = new PendingAppend<MultiStreamResult>(
            [.. appends.Select(a => new AppendPart(a.Stream, a.Expected, a.Events))],
            static a => a.Done is not null
                ? new AllAppended(a.Done)
                : new NoneAppended(new StreamId(a.Refused!.Value.Part.Stream), Conflict(a)));
        LaneOf(append.Parts[0].Stream).Enqueue(append);
        return Answered(append.Answer, cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var lane in _lanes)
        {
            await lane.DisposeAsync();
        }
    }

    private static WrongExpectedVersion Conflict(PendingAppend append) =>
        new(append.Refused!.Value.Part.Expected, append.Refused.Value.Version);

    private static ValueTask<T> Answered<T>(Task<T> answer, CancellationToken cancellationToken) =>
        new(answer.IsCompleted || !cancellationToken.CanBeCanceled ? answer : answer.WaitAsync(cancellationToken));

    private Lane<PendingAppend> LaneOf(string stream) =>
        _lanes[(uint)string.GetHashCode(stream, StringComparison.Ordinal) % (uint)_lanes.Length];
}
