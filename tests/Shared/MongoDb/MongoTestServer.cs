[assembly: AssemblyFixture(typeof(MongoTestServer))]

namespace EventSourcingBench.Tests;

/// <summary>The server of all tests of the assembly.</summary>
public sealed class MongoTestServer() : AssemblyServer<MongoTestServer>("mongodb");
