using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace EventSourcingBench.Stores.Marten.Tests;

/// <summary>Servers of one test alone, which it may change and stop; the test is skipped where there is none.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class ServerLossTests : MartenTest
{
    // Both in one test: each server takes seconds to start.
    [Fact]
    public async Task It_works_through_TLS_and_what_runs_ends_with_an_answer_of_the_contract_when_the_server_stops()
    {
        await using var own = new TestServer("postgres") { Mode = "local" };
        var server = await own.ConnectAsync(Limit);
        await RequireTlsAsync(server);
        var secured = new NpgsqlConnectionStringBuilder(server) { SslMode = SslMode.Disable };
        await Should.ThrowAsync<StoreUnavailableException>(
            () => Definition.OpenAsync(Context() with { ConnectionString = secured.ConnectionString }, Limit));
        secured.SslMode = SslMode.Require;
        var store = await Definition.OpenAsync(Context() with { ConnectionString = secured.ConnectionString }, Limit);
        var subscribed = new TaskCompletionSource();
        var callers = Enumerable.Range(0, 8).Select(_ => Task.Run(async () =>
        {
            while (true)
                await store.Events!.AppendAsync(Sample.NewStream(), ExpectedVersion.Any, [Sample.Event()], Limit);
        }, Limit)).Append(Task.Run(async () =>
        {
            await foreach (var batch in store.Subscription!.SubscribeAsync(Checkpoint.Start, Limit).Where(b => b.Events.Count > 0))
                subscribed.TrySetResult();
        }, Limit)).ToList();
        await subscribed.Task.WaitAsync(Limit);
        await own.DisposeAsync();

        await ShouldFailByTheContractAsync(callers);
        await Should.ThrowAsync<StoreUnavailableException>(
            () => store.Events!.AppendAsync(Sample.NewStream(), ExpectedVersion.Any, [Sample.Event()], Limit).AsTask());
        (await Should.ThrowAsync<StoreUnavailableException>(() => store.DisposeAsync().AsTask())).Message.ShouldContain("DROP SCHEMA");
    }

    [Fact]
    public async Task A_retry_after_an_unknown_outcome_appends_once()
    {
        var store = await OpenAsync();
        var unknown = 0;
        using var stop = new CancellationTokenSource();
        var breaking = Task.Run(async () =>
        {
            // Longer and longer apart, so that a slow machine gets on, too.
            for (var pause = 15; !stop.IsCancellationRequested; await Task.Delay(pause++, Limit))
                await BreakConnectionsAsync();
        }, Limit);
        var data = Sample.Event();
        for (var version = 0; version < 100;)
        {
            try
            {
                var result = await store.Events!.AppendAsync(new StreamId("s"), ExpectedVersion.After(version), [data], Limit);
                result.ShouldBeOfType<Appended>().StreamVersion.ShouldBe(++version);
                data = Sample.Event();
            }
            catch (OutcomeUnknownException)
            {
                unknown++;
            }
            catch (StoreUnavailableException)
            {
                // Nothing was appended; the same again.
            }
        }

        await stop.CancelAsync();
        await breaking;
        unknown.ShouldBeGreaterThan(0, "no outcome was unknown: the test shows nothing");
        (await ScalarAsync($"SELECT count(*) FROM \"{Namespace}\".mt_events WHERE type = 'stored_event'")).ShouldBe(100L);
    }

    // The server writes the files, so that they are its own.
    private async Task RequireTlsAsync(string connectionString)
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        using var certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        await using var pool = NpgsqlDataSource.Create(connectionString);
        var folder = (string)(await AskAsync("SHOW data_directory"))!;
        var hba = (string)(await AskAsync("SHOW hba_file"))!;
        await WriteAsync(Path.Combine(folder, "server.crt"), certificate.ExportCertificatePem());
        await WriteAsync(Path.Combine(folder, "server.key"), key.ExportPkcs8PrivateKeyPem());
        var rules = (await File.ReadAllTextAsync(hba, Limit)).Split('\n')
            .Select(line => line.StartsWith("host ", StringComparison.Ordinal) ? "hostssl " + line[5..] : line);
        await WriteAsync(hba, string.Join('\n', rules));
        await AskAsync("ALTER SYSTEM SET ssl = on");
        await AskAsync("SELECT pg_reload_conf()");

        async Task<object?> AskAsync(string sql, params object[] parameters)
        {
            await using var command = pool.CreateCommand(sql);
            Array.ForEach(parameters, p => command.Parameters.AddWithValue(p));
            return await command.ExecuteScalarAsync(Limit);
        }

        async Task WriteAsync(string path, string text)
        {
            var made = await AskAsync("SELECT lo_from_bytea(0, $1)", Encoding.UTF8.GetBytes(text));
            await AskAsync($"SELECT lo_export({made}, $1)", path);
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }
    }
}
