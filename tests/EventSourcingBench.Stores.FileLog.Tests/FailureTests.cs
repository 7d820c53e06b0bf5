namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>A disk that fails, a folder that is taken, settings that are reported.</summary>
public sealed class FailureTests : IDisposable
{
    private static readonly StreamId One = new("one");

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("filelog-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task After_a_failed_write_or_flush_nothing_is_appended_until_it_is_opened_again(int change)
    {
        var disk = new SimulatedDisk();
        await using (var store = FileLogStore.Open(TestLog.Context(_folder.FullName), disk))
        {
            await AppendAsync(store, ExpectedVersion.NoStream);

            // The first change of an append is the write, the second the flush.
            disk.FailsAt = disk.Operations + change;
            await Should.ThrowAsync<OutcomeUnknownException>(() => AppendAsync(store, ExpectedVersion.Exactly(1)));
            var flushes = disk.Flushes;
            var refused = await Should.ThrowAsync<StoreUnavailableException>(() => AppendAsync(store, ExpectedVersion.Exactly(1)));
            refused.Message.ShouldContain("open the store again");
            (await store.Events.ReadStreamAsync(One).CountAsync()).ShouldBe(1);
            disk.Flushes.ShouldBe(flushes);
        }

        await using var again = FileLogStore.Open(TestLog.Context(_folder.FullName), disk.AfterCrash());
        var there = await again.Events.ReadStreamAsync(One).CountAsync();
        await AppendAsync(again, ExpectedVersion.Exactly(there));
    }

    [Fact]
    public async Task Everybody_who_waits_hears_of_a_failed_disk()
    {
        var disk = new SimulatedDisk();
        await using var store = FileLogStore.Open(TestLog.Context(_folder.FullName), disk);
        disk.FailsAt = disk.Operations + 7;
        var ends = await Task.WhenAll(Enumerable.Range(0, 32).Select(_ => Task.Run(async () =>
        {
            while (true)
            {
                try
                {
                    await AppendAsync(store, ExpectedVersion.Any);
                }
                catch (Exception e) when (e is OutcomeUnknownException or StoreUnavailableException)
                {
                    return e;
                }
            }
        })));
        ends.OfType<OutcomeUnknownException>().ShouldNotBeEmpty();
    }

    [Fact]
    public async Task In_the_tier_interval_the_last_append_is_forced_to_disk_too()
    {
        var disk = new SimulatedDisk();
        await using var store = FileLogStore.Open(
            TestLog.Context(_folder.FullName, options: [("filelog.sync", "interval"), ("filelog.syncInterval", "10ms")]), disk);
        var flushes = disk.Flushes;
        await AppendAsync(store, ExpectedVersion.Any);
        using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(10));
        while (disk.Flushes == flushes)
            await Task.Delay(5, limit.Token);

        await using var next = FileLogStore.Open(TestLog.Context(_folder.FullName), disk.AfterPowerCut(new Random(1)));
        (await next.Events.ReadStreamAsync(One).CountAsync()).ShouldBe(1);
    }

    [Fact]
    public async Task A_folder_has_one_store_at_a_time()
    {
        await using (await TestLog.OpenAsync(_folder, keepData: true))
        {
            (await Should.ThrowAsync<StoreUnavailableException>(() => TestLog.OpenAsync(_folder)))
                .Message.ShouldContain("Close the other store");
        }

        await using var next = await TestLog.OpenAsync(_folder);
    }

    [Fact]
    public async Task A_folder_that_does_not_exist_is_unavailable() =>
        await Should.ThrowAsync<StoreUnavailableException>(
            () => TestLog.OpenAsync(new DirectoryInfo(Path.Combine(_folder.FullName, "missing"))));

    [Fact]
    public async Task A_damaged_log_is_left_where_it_is()
    {
        await (await TestLog.OpenAsync(_folder, keepData: true)).DisposeAsync();
        var segment = _folder.GetFiles("*.segment", SearchOption.AllDirectories).Single().FullName;
        await File.WriteAllTextAsync(segment, new string('x', 5000));
        await Should.ThrowAsync<StoreUnavailableException>(() => TestLog.OpenAsync(_folder));
        new FileInfo(segment).Length.ShouldBe(5000);
    }

    [Fact]
    public async Task Closing_leaves_nothing_but_what_is_to_be_kept()
    {
        await (await TestLog.OpenAsync(_folder, keepData: true)).DisposeAsync();
        _folder.GetFiles("*", SearchOption.AllDirectories).Select(f => f.Extension).Order().ShouldBe(["", ".segment"]);
        await (await TestLog.OpenAsync(_folder)).DisposeAsync();
        _folder.GetFileSystemInfos().ShouldBeEmpty();
    }

    [Theory]
    [InlineData("fsync", DurabilityTier.Fsync)]
    [InlineData("interval", DurabilityTier.Buffered)]
    [InlineData("none", DurabilityTier.Buffered)]
    public async Task Its_tier_follows_from_the_setting(string sync, DurabilityTier tier)
    {
        await using var store = await TestLog.OpenAsync(_folder, options: ("filelog.sync", sync));
        var description = await store.DescribeAsync();
        description.Durability.ShouldBe(tier);
        description.DurabilityReason.ShouldContain($"filelog.sync={sync}");
        description.Settings.Single(s => s.Name == "filelog.sync").Value.ShouldBe(sync);
    }

    [Fact]
    public async Task A_checkpoint_that_is_no_event_of_the_log_is_refused()
    {
        await using var store = await TestLog.OpenAsync(_folder);
        var first = ((Appended)await store.Events!.AppendAsync(One, ExpectedVersion.Any, Sample.Events(3))).Position!.Value;
        await Should.ThrowAsync<FormatException>(async () => await FirstAsync(first - 1));
        (await Should.ThrowAsync<StoreUnavailableException>(async () => await FirstAsync(first + 1)))
            .Message.ShouldContain("the end of the log was lost");

        async Task<EventBatch> FirstAsync(long position) => await store.Subscription!
            .SubscribeAsync(new Checkpoint(position.ToString(System.Globalization.CultureInfo.InvariantCulture)))
            .FirstAsync();
    }

    private static async Task AppendAsync(IStore store, ExpectedVersion expected) =>
        (await store.Events!.AppendAsync(One, expected, [Sample.Event()])).ShouldBeOfType<Appended>();
}
