[assembly: AssemblyFixture(typeof(PostgresTestServer))]

namespace EventSourcingBench.Tests;

public sealed class PostgresTestServer() : AssemblyServer<PostgresTestServer>("postgres");
