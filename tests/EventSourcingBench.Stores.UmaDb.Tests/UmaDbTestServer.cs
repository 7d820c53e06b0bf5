using EventSourcingBench.Stores.UmaDb.Tests;
using EventSourcingBench.Tests;

[assembly: AssemblyFixture(typeof(UmaDbTestServer))]

// The server has one log: what another test appended meanwhile would be this test's too.
[assembly: CollectionBehavior(DisableTestParallelization = true)]

namespace EventSourcingBench.Stores.UmaDb.Tests;

/// <summary>The UmaDB of all tests.</summary>
public sealed class UmaDbTestServer : IAsyncDisposable
{
    private static UmaDbTestServer? _current;
    private readonly TestServer _server = new("umadb");

    public UmaDbTestServer() => _current = this;

    public static ValueTask<string> ConnectAsync(CancellationToken cancellationToken) => _current!._server.ConnectAsync(cancellationToken);

    public ValueTask DisposeAsync() => _server.DisposeAsync();
}
