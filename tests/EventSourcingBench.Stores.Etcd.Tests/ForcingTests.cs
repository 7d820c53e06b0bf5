namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>A server that does not force its log to disk is found out, by whatever setting.</summary>
public sealed class ForcingTests() : LimitedTest(seconds: 120)
{
    // The settings of EtcdServer that the file has: name, folder, addresses, cluster.
    private const int InFile = 9;

    [Nightly, Theory]
    [InlineData("", DurabilityTier.Fsync)]
    [InlineData("flag", DurabilityTier.Buffered)]
    [InlineData("variable", DurabilityTier.Buffered)]
    [InlineData("file", DurabilityTier.Buffered)]
    [InlineData("flag and a long log", DurabilityTier.Buffered)]
    public async Task What_turns_forcing_off_shows_in_the_tier(string way, DurabilityTier tier)
    {
        var local = EtcdServer.Kind.Local!;
        var variables = new Dictionary<string, string?>(StringComparer.Ordinal) { ["ETCD_UNSAFE_NO_FSYNC"] = "true" };
        await using var own = new TestServer(EtcdServer.Kind with
        {
            Local = local with
            {
                Environment = way == "variable" ? variables : local.Environment,
                Arguments = node => way switch
                {
                    "file" => ["--config-file", WriteFile(node.Folder, local.Arguments(node))],
                    _ when way.StartsWith("flag", StringComparison.Ordinal) => [.. local.Arguments(node), "--unsafe-no-fsync"],
                    _ => local.Arguments(node),
                },
            },
        });
        var server = await own.ConnectAsync(Limit);
        await using var store = await EtcdTestServer.OpenAsync(Limit, server);
        if (way.EndsWith("a long log", StringComparison.Ordinal))
            await LengthenAsync(server);

        var description = await store.DescribeAsync(Limit);

        description.Durability.ShouldBe(tier, description.DurabilityReason);
    }

    private static string WriteFile(string folder, IReadOnlyList<string> arguments)
    {
        var path = Path.Combine(Directory.CreateDirectory(folder).Parent!.FullName, "etcd.yaml");
        string[] settings = [.. arguments.Chunk(2).Take(InFile).Select(a => $"{a[0][2..]}: '{a[1]}'")];
        File.WriteAllLines(path, [.. settings, "unsafe-no-fsync: true"]);
        return path;
    }

    // Each file of the log has 64 MB, and its folder is forced to disk whenever another is begun.
    private async Task LengthenAsync(string server)
    {
        for (var i = 0; i < 140; i++)
            await EtcdTestServer.CallAsync(server, "kv/put", new { key = "bG9uZw==", value = new byte[1_500_000] }, Limit);

        using var http = new HttpClient();
        var count = EtcdForcing.Count(await http.GetStringAsync(server + "/metrics", Limit));
        count.ShouldNotBeNull().ShouldBeGreaterThan(4, "the log was not long enough to show anything");
    }
}
