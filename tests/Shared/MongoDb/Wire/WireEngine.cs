using MongoDB.Bson;

namespace EventSourcingBench.Tests;

/// <summary>
/// What one node of a replica set does with the commands that the stores send: documents, unique indexes, transactions with
/// write conflicts, an oplog with change streams. In memory, one command at a time. It shows that the stores and the real
/// client libraries work together; about MongoDB itself it shows nothing.
/// </summary>
internal sealed class WireEngine
{
    private const int ChangeStreamHistoryLost = 286;
    private readonly Lock _gate = new();
    private readonly Dictionary<string, WireCollection> _collections = new(StringComparer.Ordinal);
    private readonly Dictionary<long, WireCursor> _cursors = [];
    private readonly Dictionary<string, WireTransaction> _transactions = new(StringComparer.Ordinal);
    private readonly Dictionary<(string, long), BsonDocument> _answered = [];
    private readonly List<WireChange> _oplog = [];
    private TaskCompletionSource _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _oldest;
    private long _time = 1L << 32;
    private long _cursorId = 100;

    /// <summary>The commands that came, in their order.</summary>
    public List<BsonDocument> Commands { get; } = [];

    /// <summary>The time of the last write.</summary>
    public BsonTimestamp Now
    {
        get
        {
            lock (_gate)
            {
                return new BsonTimestamp(_time);
            }
        }
    }

    /// <summary>Forgets the oplog, as a server does whose oplog is full.</summary>
    public void TrimOplog()
    {
        lock (_gate)
        {
            _oldest = _oplog.Count;
            _cursors.Clear();
        }
    }

    public async Task<BsonDocument> RunAsync(BsonDocument command)
    {
        while (true)
        {
            Task held;
            lock (_gate)
            {
                if (Answered(command) is { } before)
                {
                    return before;
                }

                try
                {
                    Commands.Add(command);
                    return Remember(command, Run(command));
                }
                catch (WireException e) when (e.Code == 112 && Transaction(command) is null)
                {
                    // Outside of a transaction a write waits for the one that holds the document.
                    held = _changed.Task;
                }
            }

            await held;
        }
    }

    /// <summary>Waits for something new where a change stream asks for more.</summary>
    public async Task<BsonDocument> GetMoreAsync(BsonDocument command)
    {
        var wait = TimeSpan.FromMilliseconds(command.GetValue("maxTimeMS", 1000).ToInt32());
        using var limit = new CancellationTokenSource(wait);
        while (true)
        {
            Task changed;
            lock (_gate)
            {
                if (!_cursors.TryGetValue(command["getMore"].ToInt64(), out var cursor))
                {
                    throw new WireException(ChangeStreamHistoryLost, "ChangeStreamHistoryLost", "the oplog has rolled over", "NonResumableChangeStreamError");
                }

                var batch = cursor.Next(_oplog, command.GetValue("batchSize", 1000).ToInt32());
                if (batch.Count > 0 || !cursor.IsTailing || limit.IsCancellationRequested)
                {
                    return Batch(cursor, batch, "nextBatch");
                }

                changed = _changed.Task;
            }

            await changed.WaitAsync(limit.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private BsonDocument Run(BsonDocument command)
    {
        var database = command["$db"].AsString;
        var name = command.GetElement(0);
        return name.Name switch
        {
            "ping" or "endSessions" or "killCursors" => Ok(),
            "buildInfo" => new BsonDocument { { "ok", 1.0 }, { "version", "0.0.0-test-double" } },
            "serverStatus" => new BsonDocument { { "ok", 1.0 }, { "storageEngine", new BsonDocument { { "name", "test double" }, { "persistent", true } } } },
            "create" => Create(database, name.Value.AsString),
            "createIndexes" => CreateIndexes(Collection(database, name.Value.AsString), command["indexes"].AsBsonArray),
            "listCollections" => List(database),
            "drop" => Drop(database, c => c == $"{database}.{name.Value.AsString}"),
            "dropDatabase" => Drop(database, c => c.StartsWith(database + ".", StringComparison.Ordinal)),
            "insert" => Insert(Collection(database, name.Value.AsString), command),
            "update" => Update(Collection(database, name.Value.AsString), command),
            "findAndModify" => FindAndModify(Collection(database, name.Value.AsString), command),
            "find" => Find(Collection(database, name.Value.AsString), command),
            "aggregate" => Watch($"{database}.{name.Value.AsString}", command),
            "commitTransaction" => Commit(command),
            "abortTransaction" => Abort(command),
            _ => throw new WireException(59, "CommandNotFound", $"no such command: '{name.Name}'"),
        };
    }

    private static BsonDocument Ok() => new("ok", 1.0);

    private static string Session(BsonDocument command) => command["lsid"].AsBsonDocument["id"].ToString()!;

    private BsonDocument? Answered(BsonDocument command) =>
        command.Contains("txnNumber") && !command.Contains("autocommit")
            ? _answered.GetValueOrDefault((Session(command), command["txnNumber"].ToInt64()))
            : null;

    private BsonDocument Remember(BsonDocument command, BsonDocument reply)
    {
        if (command.Contains("txnNumber") && !command.Contains("autocommit"))
        {
            _answered[(Session(command), command["txnNumber"].ToInt64())] = reply;
        }

        return reply;
    }

    private WireTransaction? Transaction(BsonDocument command)
    {
        if (!command.Contains("autocommit"))
        {
            return null;
        }

        var (session, number) = (Session(command), command["txnNumber"].ToInt64());
        if (command.GetValue("startTransaction", false).ToBoolean() && _transactions.GetValueOrDefault(session)?.Number != number)
        {
            _transactions[session] = new WireTransaction(number, _time);
        }

        return _transactions.TryGetValue(session, out var transaction) && transaction.Number == number
            ? transaction
            : throw new WireException(251, "NoSuchTransaction", "no such transaction", "TransientTransactionError");
    }

    private WireCollection Collection(string database, string name)
    {
        if (!_collections.TryGetValue($"{database}.{name}", out var collection))
        {
            collection = new WireCollection($"{database}.{name}");
            _collections.Add(collection.Name, collection);
        }

        return collection;
    }

    private BsonDocument Create(string database, string name)
    {
        if (_collections.ContainsKey($"{database}.{name}"))
        {
            throw new WireException(48, "NamespaceExists", $"Collection {database}.{name} already exists.");
        }

        Collection(database, name);
        return Ok();
    }

    private static BsonDocument CreateIndexes(WireCollection collection, BsonArray indexes)
    {
        foreach (var index in indexes.Cast<BsonDocument>().Where(i => i.GetValue("unique", false).ToBoolean()))
        {
            if (collection.UniqueIndexes.All(i => i.Name != index["name"].AsString))
            {
                collection.UniqueIndexes.Add((index["name"].AsString, [.. index["key"].AsBsonDocument.Names]));
            }
        }

        return Ok();
    }

    private BsonDocument List(string database) => FirstBatch(
        [.. _collections.Keys.Where(c => c.StartsWith(database + ".", StringComparison.Ordinal))
            .Select(c => new BsonDocument { { "name", c[(database.Length + 1)..] }, { "type", "collection" } })],
        new BsonDocument("cursor", new BsonDocument()));

    private BsonDocument Drop(string database, Func<string, bool> isMeant)
    {
        foreach (var name in _collections.Keys.Where(isMeant).ToList())
        {
            _collections.Remove(name);
            Log("drop", name, null);
        }

        Changed();
        return Ok();
    }

    private BsonDocument Insert(WireCollection collection, BsonDocument command)
    {
        var (inserted, errors) = (0, new BsonArray());
        foreach (var document in command["documents"].AsBsonArray.Cast<BsonDocument>())
        {
            try
            {
                Write(collection, document, isInsert: true, Transaction(command));
                inserted++;
            }
            catch (WireException e) when (e.Code == 11000)
            {
                if (Transaction(command) is not null)
                {
                    _transactions.Remove(Session(command));
                }

                errors.Add(new BsonDocument { { "index", inserted }, { "code", e.Code }, { "errmsg", e.Message } });
                break;
            }
        }

        var reply = new BsonDocument { { "ok", 1.0 }, { "n", inserted } };
        if (errors.Count > 0)
        {
            reply.Add("writeErrors", errors);
        }

        return reply;
    }

    private BsonDocument Update(WireCollection collection, BsonDocument command)
    {
        var (matched, modified, upserted) = (0, 0, new BsonArray());
        foreach (var (update, index) in command["updates"].AsBsonArray.Cast<BsonDocument>().Select((u, i) => (u, i)))
        {
            var transaction = Transaction(command);
            var filter = update["q"].AsBsonDocument;
            var found = Visible(collection, transaction).FirstOrDefault(d => WireQuery.Matches(d, filter));
            if (found is null && !update.GetValue("upsert", false).ToBoolean())
            {
                continue;
            }

            var after = WireQuery.Updated(found, update["u"].AsBsonDocument, filter);
            if (found is null && !after.Contains("_id"))
            {
                after["_id"] = ObjectId.GenerateNewId();
            }

            Write(collection, after, isInsert: found is null, transaction);
            matched++;
            modified += found is null ? 0 : 1;
            if (found is null)
            {
                upserted.Add(new BsonDocument { { "index", index }, { "_id", after["_id"] } });
            }
        }

        var reply = new BsonDocument { { "ok", 1.0 }, { "n", matched }, { "nModified", modified } };
        if (upserted.Count > 0)
        {
            reply.Add("upserted", upserted);
        }

        return reply;
    }

    private BsonDocument FindAndModify(WireCollection collection, BsonDocument command)
    {
        var transaction = Transaction(command);
        var filter = command["query"].AsBsonDocument;
        var found = Visible(collection, transaction).FirstOrDefault(d => WireQuery.Matches(d, filter));
        if (found is null)
        {
            return new BsonDocument { { "ok", 1.0 }, { "value", BsonNull.Value } };
        }

        var after = WireQuery.Updated(found, command["update"].AsBsonDocument, filter);
        Write(collection, after, isInsert: false, transaction);
        return new BsonDocument { { "ok", 1.0 }, { "value", command.GetValue("new", false).ToBoolean() ? after : found } };
    }

    private BsonDocument Find(WireCollection collection, BsonDocument command)
    {
        var filter = command.GetValue("filter", new BsonDocument()).AsBsonDocument;
        var found = WireQuery.Sorted(
            Visible(collection, Transaction(command)).Where(d => WireQuery.Matches(d, filter)),
            command.GetValue("sort", null) as BsonDocument);
        var limit = command.GetValue("limit", 0).ToInt32();
        var projection = command.GetValue("projection", null) as BsonDocument;
        return FirstBatch([.. (limit > 0 ? found.Take(limit) : found).Select(d => WireQuery.Projected(d, projection))], command);
    }

    private BsonDocument FirstBatch(List<BsonDocument> found, BsonDocument command)
    {
        var size = command.GetValue("batchSize", 101).ToInt32();
        var cursor = new WireCursor(++_cursorId, command.GetValue("$db", "admin").AsString + ".$cmd", found);
        var batch = cursor.Next(_oplog, command.GetValue("singleBatch", false).ToBoolean() ? int.MaxValue : size);
        _cursors[cursor.Id] = cursor;
        return Batch(cursor, batch, "firstBatch");
    }

    private BsonDocument Watch(string collection, BsonDocument command)
    {
        var options = command["pipeline"].AsBsonArray[0].AsBsonDocument["$changeStream"].AsBsonDocument;
        var start = _oplog.Count;
        if (options.TryGetValue("resumeAfter", out var token))
        {
            start = WireChange.Index(token.AsBsonDocument) + 1;
            if (start - 1 < _oldest)
            {
                throw new WireException(ChangeStreamHistoryLost, "ChangeStreamHistoryLost", "the resume token is no longer in the oplog", "NonResumableChangeStreamError");
            }
        }
        else if (options.TryGetValue("startAtOperationTime", out var time))
        {
            start = _oplog.FindIndex(c => c.Time >= time.AsBsonTimestamp.Value) is var first && first >= 0 ? first : _oplog.Count;
        }

        var cursor = new WireCursor(++_cursorId, collection, start);
        _cursors[cursor.Id] = cursor;
        var batch = cursor.Next(_oplog, command["cursor"].AsBsonDocument.GetValue("batchSize", 101).ToInt32());
        return Batch(cursor, batch, "firstBatch");
    }

    private static BsonDocument Batch(WireCursor cursor, List<BsonDocument> batch, string field)
    {
        var document = new BsonDocument { { "id", cursor.IsOver ? 0L : cursor.Id }, { "ns", cursor.Collection }, { field, new BsonArray(batch) } };
        if (cursor.IsTailing)
        {
            document.Add("postBatchResumeToken", WireChange.Token(cursor.Place - 1));
        }

        return new BsonDocument { { "ok", 1.0 }, { "cursor", document } };
    }

    private BsonDocument Commit(BsonDocument command)
    {
        var transaction = Transaction(command)!;
        if (!transaction.IsCommitted)
        {
            transaction.IsCommitted = true;
            _time++;
            foreach (var (collection, document, isInsert) in transaction.Writes)
            {
                Apply(collection, document, isInsert);
            }

            transaction.Held.Clear();
            Changed();
        }

        return Ok();
    }

    private BsonDocument Abort(BsonDocument command)
    {
        _transactions.Remove(Session(command));
        Changed();
        return Ok();
    }

    private static IEnumerable<BsonDocument> Visible(WireCollection collection, WireTransaction? transaction)
    {
        var committed = collection.Documents.Values.Select(d => transaction?.Own(collection, d.Document["_id"]) ?? d.Document);
        return transaction is null
            ? committed
            : committed.Concat(transaction.Writes.Where(w => w.IsInsert && w.Collection == collection).Select(w => transaction.Own(collection, w.Document["_id"])!));
    }

    private void Write(WireCollection collection, BsonDocument document, bool isInsert, WireTransaction? transaction)
    {
        var keys = collection.KeysOf(document).Select(k => (collection.Name, k.Index, k.Key)).ToList();
        var isHeld = _transactions.Values.Any(t => t != transaction && !t.IsCommitted && t.Held.Overlaps(keys));
        var isNewer = transaction is not null && !isInsert && collection.Documents.TryGetValue(document["_id"], out var at) && at.Time > transaction.Snapshot;
        if (isHeld || isNewer)
        {
            if (transaction is not null)
            {
                _transactions.Remove(_transactions.Single(t => t.Value == transaction).Key);
                Changed();
            }

            throw WireException.WriteConflict();
        }

        if (isInsert && (collection.TakenBy(document) ?? TakenIn(transaction, collection, document)) is { } taken)
        {
            throw WireException.DuplicateKey(collection.Name, taken.Index, taken.Key);
        }

        if (transaction is not null)
        {
            transaction.Writes.Add((collection, document, isInsert));
            transaction.Held.UnionWith(keys);
            return;
        }

        _time++;
        Apply(collection, document, isInsert);
        Changed();
    }

    private static (string Index, BsonDocument Key)? TakenIn(WireTransaction? transaction, WireCollection collection, BsonDocument document)
    {
        foreach (var key in collection.KeysOf(document))
        {
            if (transaction?.Held.Contains((collection.Name, key.Index, key.Key)) == true)
            {
                return key;
            }
        }

        return null;
    }

    private void Apply(WireCollection collection, BsonDocument document, bool isInsert)
    {
        collection.Put(document, _time);
        Log(isInsert ? "insert" : "update", collection.Name, document);
    }

    private void Log(string operation, string collection, BsonDocument? document)
    {
        var dot = collection.IndexOf('.', StringComparison.Ordinal);
        _oplog.Add(new WireChange(_time, operation, collection[..dot], collection[(dot + 1)..], document));
    }

    private void Changed()
    {
        var changed = _changed;
        _changed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        changed.SetResult();
    }
}
