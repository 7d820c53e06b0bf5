using System.Runtime.Versioning;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Npgsql;

namespace EventSourcingBench.Stores.Marten.Tests;

/// <summary>A server of one test's own, which it may change and stop; the test is skipped where there is none.</summary>
[UnsupportedOSPlatform("windows")]
internal sealed class OwnServer : IAsyncDisposable
{
    private readonly RunWorkFolder _folder = RunWorkFolder.Create();
    private readonly ServerPool _pool;

    private OwnServer() => _pool = new ServerPool(new ServerPoolOptions { WorkFolder = _folder.Path, Mode = "local" });

    public string ConnectionString { get; private set; } = "";

    public static async Task<OwnServer> StartAsync(CancellationToken cancellationToken)
    {
        var server = new OwnServer();
        if (await server._pool.CheckAsync("postgres", cancellationToken) is { } unavailable)
        {
            await server.DisposeAsync();
            Assert.Skip(unavailable.ToString());
        }

        server.ConnectionString = (await server._pool.AcquireAsync("postgres", cancellationToken)).ConnectionString;
        return server;
    }

    public Task StopAsync() => _pool.DisposeAsync().AsTask();

    /// <summary>Lets it take connections through TLS only.</summary>
    public async Task RequireTlsAsync(CancellationToken cancellationToken)
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        using var certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        await using var pool = NpgsqlDataSource.Create(ConnectionString);
        var folder = (string)(await ScalarAsync(pool, "SHOW data_directory", cancellationToken))!;
        var hba = (string)(await ScalarAsync(pool, "SHOW hba_file", cancellationToken))!;

        // The server writes the files, so that they are its own.
        await WriteAsync(pool, Path.Combine(folder, "server.crt"), certificate.ExportCertificatePem(), cancellationToken);
        await WriteAsync(pool, Path.Combine(folder, "server.key"), key.ExportPkcs8PrivateKeyPem(), cancellationToken);
        var rules = (await File.ReadAllTextAsync(hba, cancellationToken)).Split('\n')
            .Select(line => line.StartsWith("host ", StringComparison.Ordinal) ? "hostssl " + line[5..] : line);
        await WriteAsync(pool, hba, string.Join('\n', rules), cancellationToken);
        await ScalarAsync(pool, "ALTER SYSTEM SET ssl = on", cancellationToken);
        await ScalarAsync(pool, "SELECT pg_reload_conf()", cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        await _pool.DisposeAsync();
        _folder.Dispose();
    }

    private static async Task WriteAsync(NpgsqlDataSource pool, string path, string text, CancellationToken cancellationToken)
    {
        await using var make = pool.CreateCommand("SELECT lo_from_bytea(0, $1)");
        make.Parameters.Add(new NpgsqlParameter { Value = Encoding.UTF8.GetBytes(text) });
        var made = (uint)(await make.ExecuteScalarAsync(cancellationToken))!;
        await using var export = pool.CreateCommand($"SELECT lo_export({made}, $1)");
        export.Parameters.Add(new NpgsqlParameter { Value = path });
        await export.ExecuteScalarAsync(cancellationToken);
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
    }

    private static async Task<object?> ScalarAsync(NpgsqlDataSource pool, string sql, CancellationToken cancellationToken)
    {
        await using var command = pool.CreateCommand(sql);
        return await command.ExecuteScalarAsync(cancellationToken);
    }
}
