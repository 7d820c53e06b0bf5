namespace EventSourcingBench.Stores.Shared.MongoDb;

/// <summary>MongoDB's server, 4.4 or newer, as a replica set of one node: change streams and transactions need one.</summary>
internal static class MongoDbServer
{
    private const string ReplicaSet = "rs0";
    private const int AlreadyInitialized = 23;

    // For MongoDB's shell in the container. It ends with 0 once the node is the set's primary: one that is only initiated takes no write.
    private const string InitiateAndWait = """
        try { rs.status() }
        catch (e) {
          if (e.codeName !== 'NotYetInitialized') throw e;
          rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: '127.0.0.1:27017' }] })
        }
        quit(db.hello().isWritablePrimary ? 0 : 1)
        """;

    public static ServerKind Kind { get; } = new()
    {
        Name = "mongodb",
        DefaultPort = 27017,
        Local = new LocalSpec
        {
            Executables = ["mongod"],
            Install = "Install MongoDB's server, 4.4 or newer (package mongodb-org-server of MongoDB's own repository; macOS: "
                + "brew install mongodb-community), so that mongod is on PATH.",
            ChecksVersion = true,
            SettingsPrefixes = ["MONGO"],
            Arguments = node =>
            [
                "--dbpath", node.Folder,
                // Reached on loopback only; a socket file would need a short path.
                "--bind_ip", "127.0.0.1",
                "--port", node.Port.ToString(CultureInfo.InvariantCulture),
                "--nounixsocket",
                "--replSet", ReplicaSet,
                // Sizes that fit a laptop; the journal is on in every version.
                "--oplogSize", "2048",
                "--wiredTigerCacheSizeGB", "1",
            ],
            Ready = new ReadyProbe.Code(IsPrimaryAsync),
            ConnectionString = start => $"mongodb://{start.Nodes[0].Address}/?replicaSet={ReplicaSet}",
        },
        Container = new ContainerSpec
        {
            Image = "mongo:8.0.26",
            Port = 27017,
            DataFolder = "/data/db",
            // Its journal is flushed before a write with j:true is acknowledged, which is what w:majority asks for there.
            Command = ["mongod", "--replSet", ReplicaSet, "--bind_ip_all", "--dbpath", "/data/db"],
            ReadyCommand = ["mongosh", "--quiet", "--eval", InitiateAndWait],
            // Direct: the set knows its member by the container's own address.
            ConnectionString = (port, _) => $"mongodb://127.0.0.1:{port}/?replicaSet={ReplicaSet}&directConnection=true",
        },
    };

    // Makes it the only node of its set, unless it is one already, and asks whether it takes writes.
    private static async Task<bool> IsPrimaryAsync(ServerNode node, CancellationToken cancellationToken)
    {
        using var client = new MongoClient($"mongodb://{node.Address}/?directConnection=true&serverSelectionTimeoutMS=2000");
        var admin = client.GetDatabase("admin");
        try
        {
            var hello = await RunAsync(new BsonDocument("hello", 1));
            if (!hello.Contains("setName"))
            {
                var members = new BsonArray { new BsonDocument { { "_id", 0 }, { "host", node.Address } } };
                await RunAsync(new BsonDocument("replSetInitiate", new BsonDocument { { "_id", ReplicaSet }, { "members", members } }));
            }

            return hello.GetValue("isWritablePrimary", false).ToBoolean();
        }
        catch (Exception e) when (e is TimeoutException or MongoConnectionException or MongoCommandException { Code: AlreadyInitialized })
        {
            // It does not listen yet, or is being initiated.
            return false;
        }
        catch (MongoCommandException e)
        {
            throw new StoreUnavailableException($"The MongoDB server refused a command: {e.Message}", e);
        }

        Task<BsonDocument> RunAsync(BsonDocument command) =>
            admin.RunCommandAsync<BsonDocument>(command, cancellationToken: cancellationToken);
    }
}
