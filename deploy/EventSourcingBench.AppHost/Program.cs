// Servers in containers, an API process for each store, and runs of the suites, each started when wanted, with the API's traces and metrics
// in the dashboard. README.md has the options.
using EventSourcingBench.AppHost;
using Microsoft.Extensions.Configuration;

const int FirstPort = 5080;
var builder = DistributedApplication.CreateBuilder(args);
var stores = Named("stores", "sqlite,postgres");
var suites = Named("suites", "append,projection,mixed");
var profile = builder.Configuration["profile"] ?? "quick";

var servers = new Dictionary<string, Server>(StringComparer.Ordinal);
var apis = stores.Select((store, index) => AddApi(store, FirstPort + index)).ToList();
foreach (var suite in suites)
    AddRun(suite);

builder.Build().Run();

string[] Named(string key, string otherwise) =>
    (builder.Configuration[key] ?? otherwise).Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

// On a fixed port without a proxy, which would be part of each measured request.
IResourceBuilder<ProjectResource> AddApi(string store, int port)
{
    var api = builder.AddProject<ApiProject>("api-" + store.Replace(':', '-'), options => options.ExcludeLaunchProfile = true)
        .WithHttpEndpoint(port, port, "http", isProxied: false)
        .WithHttpHealthCheck("/health/ready")
        .WithArgs("--store", store, "--urls", $"http://127.0.0.1:{port}", "--servers", "env", "--allow-reset");
    if (ServerOf(store) is { } server)
        api.WithEnvironment(server.Variable, server.ConnectionString).WaitFor(server.Resource);

    return api;
}

// It loads the APIs above, so its requests are the traces. Verification reads a store back by a process of the run, which needs the server.
void AddRun(string suite)
{
    var run = builder.AddProject<LoadTestsProject>("run-" + suite, options => options.ExcludeLaunchProfile = true)
        .WithArgs(suite, "--profile", profile, "--stores", string.Join(',', stores), "--servers", "env")
        .WithArgs([.. stores.SelectMany((store, index) => new[] { "--api-hosts", $"{store}=127.0.0.1:{FirstPort + index}" })])
        .WithExplicitStart();
    foreach (var server in servers.Values)
        run.WithEnvironment(server.Variable, server.ConnectionString);

    foreach (var api in apis)
        run.WaitFor(api);
}

// The server that a store needs, one for all of them. Null for a store without a server, or with one of the user's (the processes inherit
// the connection string), and for postgres-replicated, which has no container.
Server? ServerOf(string store)
{
    var kind = store.Split(':')[0] is "marten" or "dcb-marten" ? "postgres"
        : store.Split(':')[0] is "postgres-replicated" ? null
        : Array.Find(["postgres", "mongodb", "eventstoredb", "kurrentdb", "umadb"], k => store.Contains(k, StringComparison.Ordinal));
    if (kind is null || builder.Configuration[Server.VariableOf(kind)] is not null)
        return null;

    return servers.TryGetValue(kind, out var known) ? known : servers[kind] = kind switch
    {
        "postgres" => Postgres(),
        "mongodb" => MongoDb(),
        "umadb" => UmaDb(),
        "eventstoredb" => EventStore(kind, "eventstore/eventstore", "23.10.1-jammy", "EVENTSTORE", "esdb"),
        _ => EventStore(kind, "kurrentplatform/kurrentdb", "25.1.4", "KURRENTDB", "kurrentdb"),
    };
}

// Versions and settings are those of docker/compose.yaml. No volume is named: the data goes with the container.
Server Postgres()
{
    var postgres = builder.AddPostgres("postgres").WithImageTag("18.3")
        .WithEnvironment("POSTGRES_INITDB_ARGS", "--encoding=UTF8 --locale=C --auth-host=scram-sha-256")
        .WithArgs(
            "-c", "max_connections=200", "-c", "fsync=on", "-c", "synchronous_commit=on", "-c", "full_page_writes=on",
            "-c", "shared_buffers=256MB", "-c", "max_wal_size=4GB", "-c", "checkpoint_completion_target=0.9", "-c", "random_page_cost=1.1",
            "-c", "autovacuum=on", "-c", "log_min_messages=log", "-c", "log_checkpoints=on");
    return new Server("postgres", postgres, ReferenceExpression.Create($"{postgres};Database=postgres"));
}

// A replica set of one node, for change streams and transactions; it initiates itself.
Server MongoDb()
{
    const string Start = """
        mongod --replSet rs0 --bind_ip_all &
        set='{ _id: "rs0", members: [{ _id: 0, host: "127.0.0.1:27017" }] }'
        until mongosh --quiet --eval "try { rs.status() } catch { rs.initiate($set) }"; do sleep 1; done
        wait
        """;
    var mongo = builder.AddContainer("mongodb", "mongo", "8.0.26").WithEntrypoint("bash").WithArgs("-c", Start)
        .WithEndpoint(targetPort: 27017, scheme: "tcp", name: "tcp");
    return new Server("mongodb", mongo, ReferenceExpression.Create(
        $"mongodb://{mongo.GetEndpoint("tcp").Property(EndpointProperty.HostAndPort)}/?replicaSet=rs0&directConnection=true"));
}

Server UmaDb()
{
    var uma = builder.AddDockerfile("umadb", "../../docker", "umadb.Dockerfile").WithHttpEndpoint(targetPort: 50051, name: "http");
    return new Server("umadb", uma, ReferenceExpression.Create($"{uma.GetEndpoint("http")}"));
}

Server EventStore(string kind, string image, string tag, string prefix, string scheme)
{
    var store = builder.AddContainer(kind, image, tag)
        .WithEnvironment($"{prefix}_CLUSTER_SIZE", "1")
        .WithEnvironment($"{prefix}_RUN_PROJECTIONS", "None")
        .WithEnvironment($"{prefix}_INSECURE", "true")
        .WithEnvironment($"{prefix}_MEM_DB", "false")
        .WithEnvironment($"{prefix}_UNSAFE_DISABLE_FLUSH_TO_DISK", "false")
        .WithEnvironment($"{prefix}_STREAM_INFO_CACHE_CAPACITY", "100000")
        .WithEnvironment($"{prefix}_STREAM_EXISTENCE_FILTER_SIZE", "16777216")
        .WithEnvironment($"{prefix}_MAX_APPEND_SIZE", "15728640")
        .WithEnvironment($"{prefix}_TELEMETRY_OPTOUT", "true")
        .WithHttpEndpoint(targetPort: 2113, name: "http")
        .WithHttpHealthCheck("/health/live", 204);
    return new Server(kind, store, ReferenceExpression.Create(
        $"{scheme}://{store.GetEndpoint("http").Property(EndpointProperty.HostAndPort)}?tls=false"));
}

namespace EventSourcingBench.AppHost
{
    /// <summary>A server and how stores reach it.</summary>
    internal sealed record Server(string Kind, IResourceBuilder<IResource> Resource, ReferenceExpression ConnectionString)
    {
        public string Variable => VariableOf(Kind);

        public static string VariableOf(string kind) => $"EVENTSOURCINGBENCH_{kind.ToUpperInvariant()}";
    }

    // Built with this project, and not by each process again.
    internal abstract class BuiltProject(string path) : IProjectMetadata
    {
        public string ProjectPath { get; } = Path.GetFullPath(
            path, typeof(BuiltProject).Assembly.GetCustomAttributes(inherit: false).OfType<System.Reflection.AssemblyMetadataAttribute>()
                .Single(a => string.Equals(a.Key, "AppHostProjectPath", StringComparison.OrdinalIgnoreCase)).Value!);

        public bool SuppressBuild => true;
    }

    internal sealed class ApiProject() : BuiltProject("../../src/EventSourcingBench.Api/EventSourcingBench.Api.csproj");

    internal sealed class LoadTestsProject()
        : BuiltProject("../../loadtests/EventSourcingBench.LoadTests/EventSourcingBench.LoadTests.csproj");
}
