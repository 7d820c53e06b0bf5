[assembly: AssemblyFixture(typeof(PostgresTestServer))]

namespace EventSourcingBench.Tests;

/// <summary>The PostgreSQL of all tests of an assembly.</summary>
public sealed class PostgresTestServer() : AssemblyServer<PostgresTestServer>("postgres");
