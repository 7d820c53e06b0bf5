namespace EventSourcingBench.Stores.PostgreSql.Appending;

/// <summary>Dispatches each append to the lane of its stream.</summary>
internal sealed class EventsAppender(PostgresOptions options, Func<AppendConnection> connect, Action committed, TimeProvider time)
    : IEventWriter, IMultiStreamWriter, IAsyncDisposable
{
    private readonly Lane<PendingAppend>[] _lanes =
        [.. Enumerable.Range(0, options.Lanes).Select(_ => new Lane<PendingAppend>(new AppendRunner(connect(), committed), options.MaxBatch, answersItself: false, time))];

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(events);
        RequireDistinct(events);
        cancellationToken.ThrowIfCancellationRequested();
        var append = new SingleAppend(new AppendPart(stream, expected, events));
        LaneOf(stream.Value).Enqueue(append);
        return Answered(append.Answer, cancellationToken);
    }

    // The other streams may belong to other lanes, so this lane's versions may be outdated. The unique constraint detects that.
    public ValueTask<MultiStreamResult> AppendAsync(IReadOnlyList<StreamAppend> appends, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(appends);
        RequireDistinct([.. appends.SelectMany(a => a.Events)]);
        if (appends.Any(a => a.Events.Count == 0) || appends.Select(a => a.Stream).Distinct().Count() != appends.Count)
        {
            throw new ArgumentException("An append to several streams must contain each stream once, "
                + "with at least one event.", nameof(appends));
        }

        cancellationToken.ThrowIfCancellationRequested();
        var append = new MultiStreamAppend([.. appends.Select(a => new AppendPart(a.Stream, a.Expected, a.Events))]);
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

    private static ValueTask<T> Answered<T>(Task<T> answer, CancellationToken cancellationToken) =>
        new(answer.IsCompleted || !cancellationToken.CanBeCanceled ? answer : answer.WaitAsync(cancellationToken));

    private static void RequireDistinct(IReadOnlyList<EventData> events)
    {
        if (events.Count == 0)
        {
            throw new ArgumentException("An append needs at least one event.", nameof(events));
        }

        if (events.Count > 1 && events.Select(e => e.Id).Distinct().Count() != events.Count)
        {
            throw new ArgumentException("Two events of the append have the same id.", nameof(events));
        }
    }

    private Lane<PendingAppend> LaneOf(string stream) =>
        _lanes[(uint)string.GetHashCode(stream, StringComparison.Ordinal) % (uint)_lanes.Length];
}
