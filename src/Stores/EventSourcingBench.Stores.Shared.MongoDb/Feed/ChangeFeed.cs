using System.Text.RegularExpressions;

namespace EventSourcingBench.Stores.Shared.MongoDb.Feed;

/// <summary>All events after a place: first from the collection, by position, then from a change stream. A place from the change stream is
/// continued by its resume token only.</summary>
internal sealed class ChangeFeed(OpenDatabase open, FeedSource source, bool canRestart, StreamSelection? only = null) : ICatchUpSubscription
{
    // The server limits a batch to 16 MB: one of this size may not be the last.
    private const int LargeBatch = 4 * 1024 * 1024;
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(1);

    private readonly PipelineDefinition<ChangeStreamDocument<BsonDocument>, ChangeStreamDocument<BsonDocument>> _pipeline =
        new EmptyPipelineDefinition<ChangeStreamDocument<BsonDocument>>().Match(new BsonDocument("$or", new BsonArray
        {
            new BsonDocument("operationType", new BsonDocument("$in", new BsonArray { "drop", "rename", "dropDatabase", "invalidate" })),
            source.Selecting(only, "fullDocument.").Add("operationType", "insert"),
        }));

    private readonly int _batchSize = open.Options.FeedBatch;
    private readonly IMongoCollection<BsonDocument> _documents = source.Collection.WithReadConcern(ReadConcern.Majority);

    public ICatchUpSubscription Only(StreamSelection streams) => new ChangeFeed(open, source, canRestart, streams);

    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var place = FeedPlace.Of(after);
        open.Gate.Closing.ThrowIfClosed();
        using var either = open.Gate.Closing.Link(cancellationToken);
        while (true)
        {
            await using var batches = FollowAsync(place, either.Token).GetAsyncEnumerator(either.Token);
            while (await NextAsync(batches, cancellationToken))
            {
                place = FeedPlace.Of(batches.Current.Checkpoint);
                yield return batches.Current;
                cancellationToken.ThrowIfCancellationRequested();
            }

            // Positions are sufficient: events that the oplog no longer has are still in the collection.
            place = place with { Token = null };
        }
    }

    // False if the oplog has lost the token. A projection restarts at the first event instead.
    private async ValueTask<bool> NextAsync(IAsyncEnumerator<EventBatch> batches, CancellationToken cancellationToken)
    {
        try
        {
            return await batches.MoveNextAsync();
        }
        catch (StoreUnavailableException e) when (e.InnerException is { } inner && MongoErrors.IsLostHistory(inner))
        {
            return canRestart ? throw new LostHistoryException(inner) : false;
        }
        catch (StoreUnavailableException) when (cancellationToken.IsCancellationRequested)
        {
            // The driver may report that it abandoned a connection.
            throw new OperationCanceledException(cancellationToken);
        }
        catch (Exception e) when (open.Gate.IsClosing && !cancellationToken.IsCancellationRequested
            && e is OperationCanceledException or StoreUnavailableException)
        {
            throw StoreClosing.Error();
        }
    }

    /// <exception cref="StoreUnavailableException">The store could not be reached, the connection broke, or the place's token is no longer
    /// in the oplog.</exception>
    private async IAsyncEnumerable<EventBatch> FollowAsync(FeedPlace after, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        // Causally consistent: the server answers each request at a state not before the previous one.
        using var session = await open.GuardAsync(
            open.Client.StartSessionAsync(new ClientSessionOptions { CausalConsistency = true }, cancellationToken));
        var place = after;
        // The change stream starts at this moment, before the collection is read: concurrent commits appear twice, and one is skipped.
        var start = place.Token is null ? await open.GuardAsync(NowAsync(session, cancellationToken)) : null;
        using var stream = await open.GuardAsync(_documents.WatchAsync(
            session,
            _pipeline,
            new() { ResumeAfter = place.Token, StartAtOperationTime = start, BatchSize = _batchSize, MaxAwaitTime = LongestWait },
            cancellationToken));
        if (place.Token is null)
        {
            for (var isLast = false; !isLast;)
            {
                var page = await ReadPageAsync(session, place.Position, cancellationToken);
                place = page.Count > 0 ? new FeedPlace(Position(page[^1]), null) : place;
                isLast = page.Count < _batchSize;
                yield return new EventBatch([.. page.SelectMany(source.Read)], place.Checkpoint, isLast);
            }
        }

        var isCaughtUpTold = place.Token is null;
        while (await open.GuardAsync(stream.MoveNextAsync(cancellationToken)))
        {
            var (events, end, isLarge) = Take(stream.Current, place);
            place = end;
            if (events.Count > 0)
            {
                isCaughtUpTold = !isLarge;
                yield return new EventBatch(events, place.Checkpoint, isCaughtUpTold);
            }
            else if (!isCaughtUpTold && (await ReadPageAsync(session, place.Position, cancellationToken)).Count == 0)
            {
                // An empty result may also mean that the server was still scanning the oplog: hence the check.
                isCaughtUpTold = true;
                yield return new EventBatch([], place.Checkpoint, CaughtUp: true);
            }
        }

        throw MongoErrors.Dropped();
    }

    private (List<RecordedEvent> Events, FeedPlace End, bool IsLarge) Take(
        IEnumerable<ChangeStreamDocument<BsonDocument>> changes, FeedPlace place)
    {
        var events = new List<RecordedEvent>();
        var (count, bytes) = (0, 0L);
        foreach (var change in changes)
        {
            if (change.OperationType != ChangeStreamOperationType.Insert)
                throw MongoErrors.Dropped();

            count++;
            var position = Position(change.FullDocument);
            if (position <= place.Position)
                continue;

            var read = source.Read(change.FullDocument);
            bytes += read.Sum(e => e.Data.Length);
            events.AddRange(read);
            place = new FeedPlace(position, change.ResumeToken);
        }

        return (events, place, count >= _batchSize || bytes >= LargeBatch);
    }

    private static async Task<BsonTimestamp> NowAsync(IClientSessionHandle session, CancellationToken cancellationToken)
    {
        // Without a read concern, the answer has the time of the newest write, acknowledged by a majority or not.
        var ping = new BsonDocument("ping", 1);
        await session.Client.GetDatabase("admin").RunCommandAsync<BsonDocument>(session, ping, cancellationToken: cancellationToken);
        return session.OperationTime;
    }

    private Task<List<BsonDocument>> ReadPageAsync(IClientSessionHandle session, long after, CancellationToken cancellationToken) =>
        open.GuardAsync(_documents
            .Find(session, source.Selecting(only).Add(source.PositionField, new BsonDocument("$gt", after)))
            .Sort(Builders<BsonDocument>.Sort.Ascending(source.PositionField))
            .Limit(_batchSize)
            .ToListAsync(cancellationToken));

    private long Position(BsonDocument document) => document[source.PositionField].AsInt64;
}

/// <summary>Event documents, with positions in commit order in an indexed field: no event can appear before a position that was read by
/// majority.</summary>
internal sealed record FeedSource(
    IMongoCollection<BsonDocument> Collection, string PositionField, string StreamField,
    Func<BsonDocument, IReadOnlyList<RecordedEvent>> Read)
{
    /// <summary>A query for the documents of some streams; null: of all.</summary>
    public BsonDocument Selecting(StreamSelection? streams, string parent = "") => streams is null ? [] : new BsonDocument(
        parent + StreamField, streams.IsCategory ? new BsonRegularExpression("^" + Regex.Escape(streams.Text)) : (BsonValue)streams.Text);
}
