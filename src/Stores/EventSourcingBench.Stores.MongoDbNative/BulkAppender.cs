namespace EventSourcingBench.Stores.MongoDbNative;

/// <summary>
/// Bulk appends: one transaction that takes all positions at once and inserts all documents by one ordered <c>InsertMany</c>.
/// It alternates with the transactions of single appends, which use the same counter.
/// </summary>
internal sealed class BulkAppender(OpenDatabase open, AppendLane lane, EventTransactions transactions) : IBulkWriter
{
    private readonly IMongoCollection<BsonDocument> _events =
        open.Database.GetCollection<BsonDocument>(EventDocuments.Collection).WithReadConcern(ReadConcern.Local);

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        BulkEvents.Require(events);
        AppendChecks.Require([.. events.Select(e => e.Event)]);
        cancellationToken.ThrowIfCancellationRequested();
        // A copy: the caller may reuse its list when it has stopped waiting.
        await GuardedAsync([.. events]).WaitAsync(cancellationToken);
    }

    private async Task GuardedAsync(BulkEvent[] events)
    {
        open.Gate.Enter();
        try
        {
            await lane.TakeTurnAsync(() => InsertAsync(events));
        }
        catch (OperationCanceledException) when (open.Gate.IsClosing)
        {
            throw MongoErrors.StoreClosed();
        }
        catch (Exception e) when (MongoErrors.IsDriverError(e))
        {
            throw open.Unavailable(e);
        }
        finally
        {
            open.Gate.Leave();
        }
    }

    private async Task InsertAsync(BulkEvent[] events)
    {
        while (true)
        {
            if (open.Gate.IsClosing)
                throw MongoErrors.StoreClosed();

            var versions = new Dictionary<StreamId, long>();
            foreach (var stream in events.Select(e => e.Stream).Distinct())
                versions[stream] = await lane.VersionAsync(stream);

            var now = open.Time.GetUtcNow();
            // Each document takes the next version of its stream.
            var documents = events.Select(e => EventDocuments.Of(e.Stream, ++versions[e.Stream], e.Event, now)).ToList();
            if (await transactions.TryInsertAsync(documents) is not null)
            {
                foreach (var (stream, version) in versions)
                    lane.Remember(stream, version);

                return;
            }

            lane.Forget(versions.Keys);
            if (await IsThereAsync(events))
            {
                await open.WaitUntilDurableAsync(_events, EventDocuments.OfId(events[^1].Event.Id), open.Gate.WhenClosing());
                return;
            }
        }
    }

    private async Task<bool> IsThereAsync(BulkEvent[] events)
    {
        var found = await _events.Find(
            Builders<BsonDocument>.Filter.In(EventDocuments.Id, events.Select(e => EventDocuments.Key(e.Event.Id))))
            .Project(Builders<BsonDocument>.Projection.Include(EventDocuments.Id).Include(EventDocuments.Stream))
            .ToListAsync();
        var streams = found.ToDictionary(d => d[EventDocuments.Id], d => d[EventDocuments.Stream].AsString);
        return found.Count == 0 || Array.TrueForAll(
            events, e => streams.GetValueOrDefault(EventDocuments.Key(e.Event.Id)) == e.Stream.Value)
            ? found.Count > 0
            : throw new ArgumentException($"{found.Count} of the {events.Length} events already exist in the store, from another "
                + "append: this is not a retry.");
    }
}
