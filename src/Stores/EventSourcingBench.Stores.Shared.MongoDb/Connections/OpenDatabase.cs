namespace EventSourcingBench.Stores.Shared.MongoDb.Connections;

internal sealed record OpenDatabase(StoreContext Context, MongoClient Client, MongoErrors Errors, MongoDbOptions Options, bool IsNew)
    : IStoreInspector, IAsyncDisposable
{
    /// <summary>Ids that one query asks for: a command takes at most 16 MB.</summary>
    public const int FoundTogether = 10_000;

    private const int NamespaceExists = 48;
    private const int MostDrops = 5;
    private const string Example = "mongodb://localhost:27017/?replicaSet=rs0";

    // Opening a store must fail in under five seconds.
    private static readonly TimeSpan ConnectLimit = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan SocketLimit = TimeSpan.FromSeconds(30);

    // An unreachable server is reported within five seconds; a reachable one may take longer for its indexes.
    private static readonly TimeSpan ReachLimit = TimeSpan.FromSeconds(4.5);
    private static readonly TimeSpan PrepareLimit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan DurablePause = TimeSpan.FromMilliseconds(2);
    private static readonly TimeSpan DurableLimit = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan StragglerPause = TimeSpan.FromMilliseconds(50);

    public IMongoDatabase Database { get; } = Client.GetDatabase(Context.Namespace);

    public TimeProvider Time => Context.Time;

    public StoreGate Gate { get; } = new();

    /// <summary>Connects, checks for a replica set, and lets the store create its collections.</summary>
    /// <exception cref="StoreUnavailableException">The server does not answer, runs alone or refuses; within five seconds.</exception>
    public static async Task<OpenDatabase> OpenAsync(
        StoreContext context, Func<OpenDatabase, CancellationToken, Task> prepare, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var given = Parse(context.ConnectionString);
        var options = MongoDbOptions.From(context.Options);
        var errors = new MongoErrors(given);
        var client = Connect(given, options);
        using var limit = new CancellationTokenSource(ReachLimit, context.Time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            await RequireReplicaSetAsync(client, errors, either.Token);
            limit.CancelAfter(PrepareLimit);
            var names = await client.GetDatabase(context.Namespace).ListCollectionNamesAsync(cancellationToken: either.Token);
            var isNew = !await names.AnyAsync(either.Token);
            var open = new OpenDatabase(context, client, errors, options, isNew);
            await prepare(open, either.Token).WaitAsync(either.Token);
            return open;
        }
        catch (Exception e)
        {
            var cluster = client.Cluster.Description;
            client.Dispose();
            if (MongoErrors.IsDriverError(e) || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested))
                throw errors.Unavailable(e, cluster);

            throw;
        }
    }

    /// <summary>Creates a missing collection, so that no transaction and no change stream has to.</summary>
    public async Task CreateCollectionAsync(string name, CancellationToken cancellationToken)
    {
        try
        {
            await Database.CreateCollectionAsync(name, cancellationToken: cancellationToken);
        }
        catch (MongoCommandException e) when (e.Code == NamespaceExists)
        {
            // Opened again, or concurrently by another process.
        }
    }

    public async Task<StoreDescription> DescribeAsync(string clientVersion, string mechanism, CancellationToken cancellationToken)
    {
        var deployment = await GuardAsync(Deployment.ReadAsync(Client.GetDatabase("admin"), cancellationToken));
        var (tier, reason) = deployment.Judge(Options.WriteConcern);
        return new StoreDescription
        {
            ServerVersion = $"MongoDB {deployment.Version}",
            ClientVersion = clientVersion,
            Durability = tier,
            DurabilityReason = reason,
            Reads = deployment.Reads,
            Mechanism = mechanism,
            Settings =
            [
                new("replicaSet", deployment.ReplicaSet ?? "none"),
                new("dataNodes", deployment.DataNodes.ToString(CultureInfo.InvariantCulture)),
                new("storageEngine", deployment.StorageEngine),
                new("wiredTiger.cacheBytes", deployment.Find("wiredTiger.cache.maximum bytes configured")?.ToString() ?? "not known"),
                new(
                    "writeConcernMajorityJournalDefault",
                    deployment.MajorityIsJournaled switch { true => "true", false => "false", null => "not allowed to read" }),
                new("writeConcern", Deployment.Written(Options.WriteConcern), FromServer: false),
                new("readConcern", Options.ReadConcern.Level?.ToString() ?? "default", FromServer: false),
                new("retryWrites", Client.Settings.RetryWrites ? "true" : "false", FromServer: false),
            ],
        };
    }

    /// <summary>The counters of the primary; nothing where the user may not read them.</summary>
    public async Task<WorkCounters> ReadWorkAsync(CancellationToken cancellationToken = default)
    {
        var deployment = await GuardAsync(Deployment.ReadAsync(Client.GetDatabase("admin"), cancellationToken));
        return new WorkCounters(
            Counter("wiredTiger.block-manager.bytes written") + Counter("wiredTiger.log.log bytes written"),
            Counter("wiredTiger.connection.total fsync I/Os"),
            Counter("wiredTiger.transaction.transactions committed"),
            Counter("network.numRequests"),
            Counter("network.bytesIn") + Counter("network.bytesOut"));

        long? Counter(string path) => deployment.Find(path) is { IsNumeric: true } value ? value.ToInt64() : null;
    }

    /// <summary>Waits until a visible document is as durable as an acknowledgement requires. The result of a retry needs it: the first
    /// write may become durable only some time after it becomes visible.</summary>
    /// <exception cref="OutcomeUnknownException">The events did not become durable in time.</exception>
    public async Task<BsonDocument> WaitUntilDurableAsync(
        IMongoCollection<BsonDocument> collection, FilterDefinition<BsonDocument> filter, CancellationToken cancellationToken)
    {
        var durable = collection.WithReadConcern(Options.DurableReadConcern);
        var began = Time.GetTimestamp();
        while (Time.GetElapsedTime(began) < DurableLimit)
        {
            if (await durable.Find(filter).FirstOrDefaultAsync(cancellationToken) is { } found)
                return found;

            await Task.Delay(DurablePause, Time, cancellationToken);
        }

        throw new OutcomeUnknownException("The events exist in the store, but were not acknowledged by a majority within "
            + $"{DurableLimit.TotalSeconds:0} s.");
    }

    /// <summary>Awaits a read, or a write without effect when it fails.</summary>
    /// <exception cref="StoreUnavailableException">The driver failed.</exception>
    public async Task<T> GuardAsync<T>(Task<T> step)
    {
        using var inStore = RequestTimes.EnterStore();
        try
        {
            return await step;
        }
        catch (Exception e) when (MongoErrors.IsDriverError(e))
        {
            throw Unavailable(e);
        }
    }

    /// <summary>Runs work in a transaction, and commits it. A failure of the driver leaves nothing. The message of an unknown outcome names
    /// the commit.</summary>
    /// <exception cref="OutcomeUnknownException">The commit was not answered.</exception>
    public async Task<T> TransactAsync<T>(ReadConcern read, Func<IClientSessionHandle, Task<T>> work, string commit = "a commit")
    {
        using var session = await Client.StartSessionAsync();
        session.StartTransaction(new TransactionOptions(read, ReadPreference.Primary, Options.WriteConcern));
        T done;
        try
        {
            done = await work(session);
        }
        catch
        {
            await session.AbortTransactionAsync();
            throw;
        }

        try
        {
            await session.CommitTransactionAsync();
            return done;
        }
        catch (Exception e) when (MongoErrors.IsDriverError(e) && !MongoErrors.IsTransient(e))
        {
            // The driver labels its own exceptions only: a second attempt that finds no server fails with a TimeoutException, although
            // the first may have been carried out.
            throw new OutcomeUnknownException($"MongoDB did not answer {commit}: {e.Message}", e);
        }
    }

    public async IAsyncEnumerable<T> ReadAsync<T>(
        IFindFluent<BsonDocument, BsonDocument> found, Func<BsonDocument, T> read,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var cursor = await GuardAsync(found.ToCursorAsync(cancellationToken));
        while (await GuardAsync(cursor.MoveNextAsync(cancellationToken)))
        {
            foreach (var document in cursor.Current)
            {
                yield return read(document);
                cancellationToken.ThrowIfCancellationRequested();
            }
        }
    }

    /// <summary>Translates a failed read, or a failed write that was certainly not carried out.</summary>
    public StoreUnavailableException Unavailable(Exception e) => Errors.Unavailable(e, Client.Cluster.Description);

    /// <summary>Drops the database if it is its own and not kept, and closes the connections.</summary>
    public async ValueTask DisposeAsync()
    {
        using var gate = Gate;
        using var client = Client;
        try
        {
            if (Context.RemovesData(IsNew))
                await DropAsync();
        }
        catch (Exception e) when (MongoErrors.IsDriverError(e))
        {
            throw Unavailable(e);
        }
    }

    private static MongoClientSettings Parse(string? connectionString)
    {
        if (string.IsNullOrWhiteSpace(connectionString))
            throw new StoreUnavailableException($"mongodb has no connection string. Set EVENTSOURCINGBENCH_MONGODB, such as {Example}.");

        try
        {
            return MongoClientSettings.FromConnectionString(connectionString);
        }
        catch (Exception e) when (e is MongoException or ArgumentException or FormatException)
        {
            // The exception's message may quote the string, including the password.
            throw new StoreUnavailableException("The connection string of mongodb is invalid. Correct "
                + $"EVENTSOURCINGBENCH_MONGODB, such as {Example}.");
        }
    }

    private static MongoClient Connect(MongoClientSettings given, MongoDbOptions options)
    {
        var settings = given.Clone();
        settings.ApplicationName = given.ApplicationName ?? "EventSourcingBench";
        settings.ServerSelectionTimeout = ConnectLimit;
        settings.ConnectTimeout = ConnectLimit;
        settings.SocketTimeout = SocketLimit;
        settings.MaxConnectionPoolSize = options.MaxConnections;
        settings.RetryWrites = true;
        settings.RetryReads = true;
        settings.ReadPreference = ReadPreference.Primary;
        settings.ReadConcern = ReadConcern.Default;
        settings.WriteConcern = options.WriteConcern;
        return new MongoClient(settings);
    }

    private static async Task RequireReplicaSetAsync(MongoClient client, MongoErrors errors, CancellationToken cancellationToken)
    {
        var hello = await client.GetDatabase("admin")
            .RunCommandAsync<BsonDocument>(new BsonDocument("hello", 1), cancellationToken: cancellationToken);
        if (hello.GetValue("msg", "").AsString == "isdbgrid")
            throw errors.Sharded();

        if (!hello.Contains("setName"))
            throw errors.Standalone();
    }

    private async Task DropAsync()
    {
        for (var i = 0; i < MostDrops; i++)
        {
            await Client.DropDatabaseAsync(Context.Namespace);
            if (!Options.StreamHeads)
                return;

            // NEventStore updates its Streams in the background without a completion signal: a late update creates the database again.
            await Task.Delay(StragglerPause, Time);
            if (!await (await Database.ListCollectionNamesAsync()).AnyAsync())
                return;
        }
    }
}
