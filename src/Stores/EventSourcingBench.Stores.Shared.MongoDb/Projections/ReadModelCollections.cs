namespace EventSourcingBench.Stores.Shared.MongoDb.Projections;

/// <summary>Rows, sums and checkpoint of a projection. They are saved in one transaction, which moves the checkpoint only from the place
/// before the rows. Writing is not safe for concurrent use.</summary>
internal sealed class ReadModelCollections(OpenDatabase open, string projection) : IReadModelTables
{
    public const string States = "projections";

    private static readonly FilterDefinitionBuilder<BsonDocument> Where = Builders<BsonDocument>.Filter;

    private readonly IMongoCollection<BsonDocument> _states = Collection(open, States);
    private readonly IMongoCollection<BsonDocument> _rows = Collection(open, $"projection_{projection}_rows");
    private readonly IMongoCollection<BsonDocument> _sums = Collection(open, $"projection_{projection}_sums");
    private readonly FilterDefinition<BsonDocument> _own = Where.Eq(ReadModelDocuments.Id, projection);

    /// <summary>Creates missing objects, and completes an interrupted clearing.</summary>
    public static async Task<ReadModelCollections> OpenAsync(OpenDatabase open, string projection, CancellationToken cancellationToken)
    {
        ProjectionHost.RequireName(projection);
        var model = new ReadModelCollections(open, projection);
        await open.GuardAsync(model.PrepareAsync(cancellationToken));
        return model;
    }

    public async ValueTask<(Checkpoint Checkpoint, long Rows)> GetProgressAsync(CancellationToken cancellationToken)
    {
        var state = await open.GuardAsync(StateAsync(cancellationToken));
        var place = ReadModelDocuments.Place(state);
        var checkpoint = place.Position == ReadModelDocuments.Clearing ? Checkpoint.Start : place.Checkpoint;
        return (checkpoint, state[ReadModelDocuments.Rows].AsInt64);
    }

    /// <summary>Attempts one save. Saving again is safe, whether the commit was carried out or not.</summary>
    /// <exception cref="StoreUnavailableException">Nothing was saved.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer arrived.</exception>
    /// <exception cref="CheckpointMovedException">Nothing was saved: another host moved the checkpoint.</exception>
    public Task<DateTimeOffset> SaveAsync(IReadOnlyList<ReadModelRow> rows, Checkpoint after, Checkpoint checkpoint) =>
        open.GuardAsync(SaveOnceAsync(rows, FeedPlace.Of(after).Position, FeedPlace.Of(checkpoint)));

    /// <summary>Empties everything. If interrupted, it is completed when the read model is next opened or cleared.</summary>
    /// <exception cref="StoreUnavailableException">It may have been carried out in part. The call can be repeated.</exception>
    public Task ClearAsync() => open.GuardAsync(ClearOnceAsync(CancellationToken.None));

    public async ValueTask<ReadModelRow?> FindAsync(Guid eventId, CancellationToken cancellationToken = default) =>
        await FindOneAsync(_rows, ReadModelDocuments.Key(eventId), cancellationToken) is { } found ? ReadModelDocuments.Row(found) : null;

    public async ValueTask<ReadModelSummary?> FindSummaryAsync(string group, CancellationToken cancellationToken = default) =>
        await FindOneAsync(_sums, group, cancellationToken) is { } found ? ReadModelDocuments.Summary(found) : null;

    public IAsyncEnumerable<ReadModelRow> ReadAllAsync(CancellationToken cancellationToken = default) =>
        open.ReadAsync(_rows.Find(Where.Empty), ReadModelDocuments.Row, cancellationToken);

    private async Task<DateTimeOffset> SaveOnceAsync(IReadOnlyList<ReadModelRow> rows, long from, FeedPlace to)
    {
        bool isMoved;
        try
        {
            isMoved = await TransactAsync(session => TryMoveAsync(session, from, to, rows));
        }
        catch (MongoException e) when (MongoErrors.IsDuplicateKey(e))
        {
            // A log may have an event id twice. The error has ended the transaction.
            isMoved = await TransactAsync(async session => await TryMoveAsync(session, from, to, await NewAsync(session, rows)));
        }

        if (!isMoved
            && ReadModelDocuments.Place(await StateAsync(CancellationToken.None)).Position < to.Position)
        {
            throw new CheckpointMovedException();
        }

        // Already saved: by another host, or by an attempt whose result was lost.
        return open.Time.GetUtcNow();

        Task<bool> TransactAsync(Func<IClientSessionHandle, Task<bool>> work) =>
            open.TransactAsync(ReadConcern.Snapshot, work, $"the commit of the projection {projection}");
    }

    private async Task<List<ReadModelRow>> NewAsync(IClientSessionHandle session, IReadOnlyList<ReadModelRow> rows)
    {
        var added = new List<ReadModelRow>();
        foreach (var some in rows.DistinctBy(r => r.EventId).Chunk(OpenDatabase.FoundTogether))
        {
            var ids = await _rows.Find(session, Where.In(ReadModelDocuments.Id, some.Select(r => ReadModelDocuments.Key(r.EventId))))
                .Project(Builders<BsonDocument>.Projection.Include(ReadModelDocuments.Id)).ToListAsync();
            var known = ids.Select(d => d[ReadModelDocuments.Id]).ToHashSet();
            added.AddRange(some.Where(r => !known.Contains(ReadModelDocuments.Key(r.EventId))));
        }

        return added;
    }

    // False if the checkpoint has moved; nothing was saved then.
    private async Task<bool> TryMoveAsync(IClientSessionHandle session, long from, FeedPlace to, IReadOnlyList<ReadModelRow> rows)
    {
        var moved = await _states.UpdateOneAsync(
            session,
            _own & Where.Eq(ReadModelDocuments.Position, from),
            Builders<BsonDocument>.Update
                .Set(ReadModelDocuments.Position, to.Position)
                .Set(ReadModelDocuments.Token, to.Token ?? (BsonValue)BsonNull.Value)
                .Inc(ReadModelDocuments.Rows, (long)rows.Count));
        if (moved.MatchedCount == 0)
            return false;

        if (rows.Count > 0)
        {
            await _rows.InsertManyAsync(session, rows.Select(ReadModelDocuments.Of));
            await _sums.BulkWriteAsync(session, ReadModelDocuments.Sums(rows));
        }

        return true;
    }

    private async Task<bool> PrepareAsync(CancellationToken cancellationToken)
    {
        foreach (var collection in new[] { _states, _rows, _sums })
            await open.CreateCollectionAsync(collection.CollectionNamespace.CollectionName, cancellationToken);

        var missing = new BsonDocument("$setOnInsert", ReadModelDocuments.NewState());
        await _states.UpdateOneAsync(_own, missing, new UpdateOptions { IsUpsert = true }, cancellationToken);
        return (await StateAsync(cancellationToken))[ReadModelDocuments.Position].AsInt64 != ReadModelDocuments.Clearing
            || await ClearOnceAsync(cancellationToken);
    }

    // Dropping is fast for any size, but not part of a transaction: hence the mark before and the checkpoint afterwards.
    private async Task<bool> ClearOnceAsync(CancellationToken cancellationToken)
    {
        var empty = Builders<BsonDocument>.Update.Set(ReadModelDocuments.Token, BsonNull.Value).Set(ReadModelDocuments.Rows, 0L);
        await _states.UpdateOneAsync(
            _own, empty.Set(ReadModelDocuments.Position, ReadModelDocuments.Clearing), cancellationToken: cancellationToken);
        foreach (var name in new[] { _rows, _sums }.Select(c => c.CollectionNamespace.CollectionName))
        {
            await open.Database.DropCollectionAsync(name, cancellationToken);
            await open.CreateCollectionAsync(name, cancellationToken);
        }

        await _states.UpdateOneAsync(_own, empty.Set(ReadModelDocuments.Position, 0L), cancellationToken: cancellationToken);
        return true;
    }

    private Task<BsonDocument> StateAsync(CancellationToken cancellationToken) => _states.Find(_own).SingleAsync(cancellationToken);

    private async Task<BsonDocument?> FindOneAsync(
        IMongoCollection<BsonDocument> collection, BsonValue id, CancellationToken cancellationToken) =>
        await open.GuardAsync(collection.Find(Where.Eq(ReadModelDocuments.Id, id)).FirstOrDefaultAsync(cancellationToken));

    private static IMongoCollection<BsonDocument> Collection(OpenDatabase open, string name) =>
        open.Database.GetCollection<BsonDocument>(name).WithReadConcern(open.Options.ReadConcern);
}
