namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>A server that does not force its log to disk is found out, by whatever setting.</summary>
public sealed class ForcingTests() : LimitedTest(seconds: 120)
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("etcd-forcing-");

    protected override ValueTask EndAsync()
    {
        _folder.Delete(recursive: true);
        return base.EndAsync();
    }

    [Theory]
    [InlineData("", DurabilityTier.Fsync)]
    [InlineData("flag", DurabilityTier.Buffered)]
    [InlineData("variable", DurabilityTier.Buffered)]
    [InlineData("file", DurabilityTier.Buffered)]
    [InlineData("flag and a long log", DurabilityTier.Buffered)]
    public async Task What_turns_forcing_off_shows_in_the_tier(string way, DurabilityTier tier)
    {
        await EtcdTestServer.ConnectAsync(Limit);
        var (client, peer) = (Address(FreePorts.Take()), Address(FreePorts.Take()));
        (string Name, string Value)[] settings =
        [
            ("name", "alone"), ("data-dir", Path.Combine(_folder.FullName, "data")),
            ("listen-client-urls", client), ("advertise-client-urls", client),
            ("listen-peer-urls", peer), ("initial-advertise-peer-urls", peer), ("initial-cluster", $"alone={peer}"),
        ];
        var file = Path.Combine(_folder.FullName, "etcd.yaml");
        // Without the last setting a server that has a file has no gateway.
        string[] lines = [.. settings.Select(s => $"{s.Name}: '{s.Value}'"), "unsafe-no-fsync: true", "enable-grpc-gateway: true"];
        await File.WriteAllLinesAsync(file, lines, Limit);
        string[] flags = way.StartsWith("flag", StringComparison.Ordinal) ? ["--unsafe-no-fsync"] : [];
        await using var process = await SupervisedProcess.StartAsync(
            new SupervisedProcessOptions
            {
                FileName = Environment.GetEnvironmentVariable("ETCD") is { Length: > 0 } given ? given : "etcd",
                Arguments = way == "file" ? ["--config-file", file] : [.. settings.Select(s => $"--{s.Name}={s.Value}"), .. flags],
                Environment = way == "variable"
                    ? new Dictionary<string, string?>(StringComparer.Ordinal) { ["ETCD_UNSAFE_NO_FSYNC"] = "true" }
                    : [],
            },
            Limit);
        await using var store = await OpenAsync(client, process);

        if (way.EndsWith("a long log", StringComparison.Ordinal))
            await LengthenAsync(client);

        var description = await store.DescribeAsync(Limit);

        description.Durability.ShouldBe(tier, description.DurabilityReason);
    }

    // Each file of the log has 64 MB, and its folder is forced to disk whenever another is begun.
    private async Task LengthenAsync(string client)
    {
        using var http = new HttpClient { BaseAddress = new Uri(client) };
        var body = $$"""{"key":"bG9uZw==","value":"{{Convert.ToBase64String(new byte[1_500_000])}}"}""";
        for (var i = 0; i < 140; i++)
        {
            using var content = new StringContent(body);
            (await http.PostAsync("/v3/kv/put", content, Limit)).EnsureSuccessStatusCode().Dispose();
        }

        var count = EtcdForcing.Count(await http.GetStringAsync("/metrics", Limit));
        count.ShouldNotBeNull().ShouldBeGreaterThan(4, "the log was not long enough to show anything");
    }

    private static string Address(int port) => string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}");

    private async Task<IStore> OpenAsync(string address, SupervisedProcess process)
    {
        while (true)
        {
            try
            {
                return await EtcdTestServer.OpenAsync(Limit, address);
            }
            catch (StoreUnavailableException)
            {
                // It does not serve yet.
                process.ExitCode.ShouldBeNull(string.Join('\n', process.LastErrors));
                await Task.Delay(50, Limit);
            }
        }
    }
}
