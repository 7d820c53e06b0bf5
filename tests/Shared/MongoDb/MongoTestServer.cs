[assembly: AssemblyFixture(typeof(MongoTestServer))]

namespace EventSourcingBench.Tests;

/// <summary>
/// The servers of all tests of the assembly: the real one, and the double, which is there always.
/// </summary>
public sealed class MongoTestServer : IAsyncDisposable
{
    private static MongoTestServer? _current;
    private readonly TestServer _server = new("mongodb");
    private readonly WireServer _double = new();

    public MongoTestServer() => _current = this;

    public static string Double => _current!._double.ConnectionString;

    public static ValueTask<string> ConnectAsync(CancellationToken cancellationToken) => _current!._server.ConnectAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        await _double.DisposeAsync();
    }
}
