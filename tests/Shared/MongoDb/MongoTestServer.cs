[assembly: AssemblyFixture(typeof(MongoTestServer))]

namespace EventSourcingBench.Tests;

/// <summary>The server of all tests of the assembly.</summary>
public sealed class MongoTestServer : IAsyncDisposable
{
    private static MongoTestServer? _current;
    private readonly TestServer _server = new("mongodb");

    public MongoTestServer() => _current = this;

    public static ValueTask<string> ConnectAsync(CancellationToken cancellationToken) => _current!._server.ConnectAsync(cancellationToken);

    public ValueTask DisposeAsync() => _server.DisposeAsync();
}
