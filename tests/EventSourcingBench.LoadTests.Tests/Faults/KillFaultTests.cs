namespace EventSourcingBench.LoadTests.Tests;

public sealed class KillFaultTests : IAsyncDisposable
{
    private readonly FakeServer _server = new();

    private DirectStore Store => new FakeStore(server: _server).UnderTest;

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    [Fact]
    public async Task What_happens_meanwhile_happens_between_the_end_and_the_start()
    {
        var fault = Fault(() =>
        {
            _server.Seen.Add("meanwhile");
            return Task.FromResult("and something happened");
        });
        (await fault.InjectAsync()).ShouldBe("The fake server was killed (SIGKILL), and something happened");
        (await fault.HealAsync()).ShouldBe("it was started again");
        _server.Seen.ShouldBe(["killed", "meanwhile", "started"]);
    }

    [Fact]
    public async Task Where_it_cannot_happen_the_store_is_started_all_the_same_and_both_are_said()
    {
        var fault = Fault(() => throw new IOException("no such thing"));
        var failure = await Should.ThrowAsync<StoreFailureException>(fault.InjectAsync);
        failure.Message.ShouldBe("The fake server was killed (SIGKILL); it was started again, but: no such thing");
        _server.Seen.ShouldBe(["killed", "started"]);
    }

    [Theory]
    [InlineData(2, "it was started again, at attempt 3 (before: It has no time)")]
    [InlineData(3, "it could not be started again: It has no time")]
    public async Task A_start_that_fails_is_repeated_twice(int failures, string words)
    {
        var fault = Fault(() => Task.FromResult("and something happened"));
        await fault.InjectAsync();
        _server.Failures = failures;
        var said = failures < 3 ? await fault.HealAsync() : (await Should.ThrowAsync<StoreFailureException>(fault.HealAsync)).Message;
        said.ShouldBe(words);
    }

    [Fact]
    public async Task Nodes_are_killed_in_turn()
    {
        var cluster = new FakeServer(nodes: 3);
        var fault = Kind("kill-node")(new FakeStore(server: cluster).UnderTest);
        foreach (var node in new[] { 1, 2, 3, 1 })
        {
            (await fault.InjectAsync()).ShouldBe($"Node {node} of 3 of the fake server was killed (SIGKILL)");
            await fault.HealAsync();
        }

        cluster.Seen.ShouldBe(["killed 1", "started", "killed 2", "started", "killed 3", "started", "killed 1", "started"]);
    }

    [Theory]
    [InlineData("kill", null)]
    [InlineData("kill-node", "it has no server of several nodes (--nodes 3)")]
    [InlineData("power-cut", "its data is not on LazyFS (--lazyfs)")]
    [InlineData("torn-write", "its plug-in does not say which files are its log")]
    public void What_happens_may_need_more_than_a_server_of_one_node(string name, string? whyNot) =>
        Kind(name)(Store).WhyNot.ShouldBe(whyNot);

    [Fact]
    public async Task A_torn_write_stands_behind_what_is_there_and_is_junk_or_the_end_once_more()
    {
        using var temp = new TempFolder();
        var kinds = new List<bool>();
        for (var length = 20_000; length < 20_020; length++)
        {
            var before = new byte[length];
            new Random(length).NextBytes(before);
            await File.WriteAllBytesAsync(temp.At("log"), before);
            var torn = await WhileDown.TearAsync(temp.At("log"));

            torn.ShouldBeInRange(1, 8_192);
            var after = await File.ReadAllBytesAsync(temp.At("log"));
            after.Length.ShouldBe(length + torn);
            after[..length].ShouldBe(before);
            kinds.Add(after.AsSpan(length).SequenceEqual(before.AsSpan(length - Math.Min(torn, length))));
        }

        kinds.Distinct().Count().ShouldBe(2);
    }

    [Fact]
    public async Task Files_and_those_in_folders_leave_the_page_cache()
    {
        Assert.SkipUnless(
            OperatingSystem.IsLinux() && File.Exists("/usr/bin/fincore"), "fincore of util-linux tells what is in the page cache");
        using var temp = new TempFolder();
        Directory.CreateDirectory(temp.At("folder"));
        string[] files = [temp.At("a"), temp.At("folder/.b")];
        foreach (var file in files)
            await File.WriteAllBytesAsync(file, new byte[100_000]);

        (await CachedAsync()).ShouldAllBe(bytes => bytes != "0");
        WhileDown.Evict(temp.Path);
        (await CachedAsync()).ShouldAllBe(bytes => bytes == "0");

        async Task<IReadOnlyList<string>> CachedAsync() => (await ChildCommand.RunAsync(
            new ProcessStartInfo("fincore", ["--noheadings", "--bytes", "--output", "RES", .. files]), TimeSpan.FromSeconds(20), default))!
            .Output.Select(line => line.Trim()).ToList();
    }

    private static Func<StoreUnderTest, Fault> Kind(string name) => FaultKind.All.Single(k => k.Syntax == name).Create("")!;

    private KillFault Fault(Func<Task<string>> meanwhile) => new(Store, FaultTarget.Data, new WhileDown(_ => null, _ => meanwhile()));
}
