[assembly: AssemblyFixture(typeof(PostgresTestServer))]

namespace EventSourcingBench.Tests;

/// <summary>The PostgreSQL of all tests of an assembly.</summary>
public sealed class PostgresTestServer : IAsyncDisposable
{
    private static PostgresTestServer? _current;
    private readonly TestServer _server = new("postgres");

    public PostgresTestServer() => _current = this;

    public static ValueTask<string> ConnectAsync(CancellationToken cancellationToken) => _current!._server.ConnectAsync(cancellationToken);

    public ValueTask DisposeAsync() => _server.DisposeAsync();
}
