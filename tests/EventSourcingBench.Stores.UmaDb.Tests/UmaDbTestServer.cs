using EventSourcingBench.Stores.UmaDb.Tests;

[assembly: AssemblyFixture(typeof(UmaDbTestServer))]

// The server has one log: what another test appended meanwhile would be this test's too.
[assembly: CollectionBehavior(DisableTestParallelization = true)]

namespace EventSourcingBench.Stores.UmaDb.Tests;

/// <summary>The UmaDB of all tests.</summary>
public sealed class UmaDbTestServer() : AssemblyServer<UmaDbTestServer>("umadb");
