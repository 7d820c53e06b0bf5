using DotNet.Testcontainers.Configurations;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.Servers.Testcontainers;

/// <summary>
/// The servers that can be started, durable as they come: none of these settings trades safety for speed.
/// Plain containers and no modules: the modules give MongoDB and KurrentDB settings for tests, and there is none for
/// EventStoreDB since 4.10.
/// </summary>
internal static class ServerSpecs
{
    private const string User = "bench";
    private const int EventStorePort = 2113;
    private static readonly TimeSpan ReadyLimit = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(250);

    /// <summary>By kind.</summary>
    public static IReadOnlyDictionary<string, ServerSpec> All { get; } =
        new[] { Postgres(), MongoDb(), EventStoreDb(), KurrentDb(), UmaDb() }.ToDictionary(s => s.Kind, StringComparer.Ordinal);

    private static ServerSpec Postgres() => new()
    {
        Kind = "postgres",
        Image = "postgres:18.3@sha256:7e32e9833a6fb1c92c32552794cb6ed569d51b445a54907d35fc112ef39684db",
        Port = 5432,
        // Not the image's own folder: that one differs from version to version.
        DataFolder = "/data",
        // Inside of the container everywhere: what is published on this machine comes from outside of it.
        Command = ["postgres", "-c", "listen_addresses=*", .. PostgresSettings.Common],
        Environment = password => new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["POSTGRES_USER"] = User,
            ["POSTGRES_PASSWORD"] = password,
            ["POSTGRES_DB"] = "postgres",
            ["POSTGRES_INITDB_ARGS"] = "--encoding=UTF8 --locale=C --auth-host=scram-sha-256",
            ["PGDATA"] = "/data/cluster",
        },
        // By TCP: the server that the image starts to prepare its cluster listens on a socket file only.
        UntilReady = wait => wait.UntilCommandIsCompleted(["pg_isready", "-h", "127.0.0.1", "-U", User, "-d", "postgres"], Patiently),
        ConnectionString = (port, password) => $"Host=127.0.0.1;Port={port};Username={User};Password={password};Database=postgres",
    };

    private static ServerSpec MongoDb() => new()
    {
        Kind = "mongodb",
        Image = "mongo:8.0.26",
        Port = 27017,
        DataFolder = "/data/db",
        // A replica set of one: change streams and transactions need one. Its journal is flushed before a write with
        // j:true is acknowledged, which is what w:majority asks for there.
        Command = ["mongod", "--replSet", "rs0", "--bind_ip_all", "--dbpath", "/data/db"],
        UntilReady = wait => wait.UntilCommandIsCompleted(["mongosh", "--quiet", "--eval", MongoScript.InitiateAndWait], Patiently),
        // Direct: the set knows its member by the container's own address.
        ConnectionString = (port, _) => $"mongodb://127.0.0.1:{port}/?replicaSet=rs0&directConnection=true",
    };

    private static ServerSpec EventStoreDb() => new()
    {
        Kind = "eventstoredb",
        Image = "eventstore/eventstore:23.10.1-jammy",
        Port = EventStorePort,
        DataFolder = "/var/lib/eventstore",
        Environment = _ => EventStoreVariables("EVENTSTORE"),
        UntilReady = UntilLive,
        ConnectionString = (port, _) => $"esdb://127.0.0.1:{port}?tls=false",
    };

    private static ServerSpec KurrentDb() => new()
    {
        Kind = "kurrentdb",
        Image = "kurrentplatform/kurrentdb:25.1.4@sha256:455ce2af7120d8fc72ea2d51a80321d12334e7ed409a7d0357f05f32a9f91f41",
        Port = EventStorePort,
        DataFolder = "/var/lib/kurrentdb",
        Environment = _ => EventStoreVariables("KURRENTDB"),
        UntilReady = UntilLive,
        ConnectionString = (port, _) => $"kurrentdb://127.0.0.1:{port}?tls=false",
    };

    private static ServerSpec UmaDb() => new()
    {
        Kind = "umadb",
        Image = "umadb/umadb:0.7.8",
        Port = 50051,
        DataFolder = "/data",
        Command = ["--listen", "0.0.0.0:50051", "--db-path", "/data"],
        // The image has no shell and no client to ask with; it says this once its file is open and its port is bound.
        UntilReady = wait => wait.UntilMessageIsLogged("UmaDB started in", Patiently),
        ConnectionString = (port, _) => $"http://127.0.0.1:{port}",
    };

    private static Dictionary<string, string> EventStoreVariables(string prefix) => new(StringComparer.Ordinal)
    {
        [$"{prefix}_CLUSTER_SIZE"] = "1",
        [$"{prefix}_RUN_PROJECTIONS"] = "None",
        // No certificate: reached on loopback only.
        [$"{prefix}_INSECURE"] = "true",
        [$"{prefix}_MEM_DB"] = "false",
        [$"{prefix}_UNSAFE_DISABLE_FLUSH_TO_DISK"] = "false",
        // The server sizes its caches to the machine, limits or not.
        [$"{prefix}_STREAM_INFO_CACHE_CAPACITY"] = "100000",
        [$"{prefix}_STREAM_EXISTENCE_FILTER_SIZE"] = "16777216",
        [$"{prefix}_TELEMETRY_OPTOUT"] = "true",
    };

    // Fails until the node leads. Asked from inside: where the engine's ports are is not known to the asker in a container.
    private static IWaitForContainerOS UntilLive(IWaitForContainerOS wait) => wait.UntilCommandIsCompleted(
        ["curl", "--fail", "--silent", "--output", "/dev/null", $"http://127.0.0.1:{EventStorePort}/health/live"], Patiently);

    private static void Patiently(IWaitStrategy strategy) => strategy.WithTimeout(ReadyLimit).WithInterval(Poll);
}
