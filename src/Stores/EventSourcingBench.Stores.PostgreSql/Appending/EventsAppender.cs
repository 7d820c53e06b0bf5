using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Takes appends and gives each to the lane of its stream.</summary>
internal sealed class EventsAppender : IEventWriter, IAsyncDisposable
{
    private readonly AppendLane[] _lanes;

    public EventsAppender(PostgresOptions options, Func<AppendConnection> connect, Action committed, TimeProvider time) =>
        _lanes = [.. Enumerable.Range(0, options.Lanes).Select(_ => new AppendLane(connect(), options.MaxBatch, committed, time))];

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(events);
        RequireDistinct(events);
        cancellationToken.ThrowIfCancellationRequested();
        var append = new PendingAppend(stream, expected, events);
        LaneOf(append.Stream).Enqueue(append);
        var answer = append.Answer;
        return new ValueTask<AppendResult>(
            answer.IsCompleted || !cancellationToken.CanBeCanceled ? answer : answer.WaitAsync(cancellationToken));
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var lane in _lanes)
        {
            await lane.DisposeAsync();
        }
    }

    private static void RequireDistinct(IReadOnlyList<EventData> events)
    {
        if (events.Count == 0)
        {
            throw new ArgumentException("An append has one event or more.", nameof(events));
        }

        if (events.Count > 1 && events.Select(e => e.Id).Distinct().Count() != events.Count)
        {
            throw new ArgumentException("Two events of the append have the same id.", nameof(events));
        }
    }

    private AppendLane LaneOf(string stream)
    {
        return _lanes[(uint)string.GetHashCode(stream, StringComparison.Ordinal) % (uint)_lanes.Length];
    }
}
