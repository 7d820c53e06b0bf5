namespace EventSourcingBench.Stores.PostgreSql.Bulk;

/// <summary>Appends many events by COPY. Few events use the append to several streams, and share a commit with other appends.</summary>
internal sealed class BulkWriter(PostgresDatabase database, IMultiStreamWriter few, Action committed, TimeProvider time)
    : IBulkWriter, IAsyncDisposable
{
    private const int Few = 100;

    private readonly Lane<PendingCopy> _lane = new(new CopyConnection(database, committed), maxBatch: 1, answersItself: false, time);

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireDistinct(events);

        // All writers insert in the order of the streams' names, which prevents deadlocks.
        var streams = events.GroupBy(e => e.Stream, e => e.Event).Select(s => new AppendPart(s.Key, ExpectedVersion.Any, [.. s]))
            .OrderBy(s => s.Stream, StringComparer.Ordinal).ToList();
        if (events.Count <= Few)
        {
            await AppendFewAsync(streams, events, cancellationToken);
            return;
        }

        // Another round is needed only if a concurrent retry of another caller inserted one of the events.
        while (!await TryCopyAsync(alone: false))
        {
            if (await FoundEvent.IsRetryAsync(database, events, cancellationToken) || await TryCopyAsync(alone: true))
                return;
        }

        async Task<bool> TryCopyAsync(bool alone)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var copy = new PendingCopy(streams, alone);
            _lane.Enqueue(copy);
            var isCopied = await copy.AnswerAsync(cancellationToken);

            // Who appends in bulk has work to do in between, and not on the lane's thread.
            await Task.Yield();
            return isCopied;
        }
    }

    public ValueTask DisposeAsync() => _lane.DisposeAsync();

    private async Task AppendFewAsync(List<AppendPart> streams, IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken)
    {
        try
        {
            await few.AppendAsync([.. streams.Select(s => new StreamAppend(s.Id, s.Expected, s.Events))], cancellationToken);
        }
        catch (ArgumentException)
        {
            // Of a bulk append the events may stand apart in their streams.
            if (!await FoundEvent.IsRetryAsync(database, events, cancellationToken))
                throw;
        }
    }
}
