using static EventSourcingBench.Stores.FileLog.Tests.TestLog;

namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>A disk that fails, a folder that is taken, settings that are reported.</summary>
public sealed class FailureTests : TempFolderTest
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task After_a_failed_write_or_flush_nothing_is_appended_until_it_is_opened_again(int change)
    {
        var disk = new SimulatedDisk();
        await using (var store = Open(disk))
        {
            await store.AppendAsync(One, ExpectedVersion.NoStream);

            // The first change of an append is the write, the second the flush.
            disk.FailsAt = disk.Operations + change;
            await Should.ThrowAsync<OutcomeUnknownException>(() => store.AppendAsync(One, ExpectedVersion.Exactly(1)));
            var flushes = disk.Flushes;
            var refused = await Should.ThrowAsync<StoreUnavailableException>(() => store.AppendAsync(One, ExpectedVersion.Exactly(1)));
            refused.Message.ShouldContain("open the store again");
            (await store.ReadAsync(One)).Count.ShouldBe(1);
            disk.Flushes.ShouldBe(flushes);
        }

        int read;
        await using (var again = Open(disk))
        {
            read = (await again.ReadAsync(One)).Count;
            await again.AppendAsync(One, ExpectedVersion.Exactly(read));
        }

        await using var last = Open(disk.AfterPowerCut(new Random(1)));
        (await last.ReadAsync(One)).Count.ShouldBe(read + 1);
    }

    [Theory]
    [InlineData(3)]
    [InlineData(4)]
    public async Task A_segment_that_could_not_be_begun_is_safe_before_it_is_used(int change)
    {
        // The changes are the file, its header, the flush of the file and that of the folder.
        var disk = new SimulatedDisk { FailsAt = change };
        Should.Throw<StoreUnavailableException>(() => Open(disk));
        await using (var store = Open(disk))
            await store.AppendAsync(One, ExpectedVersion.NoStream);

        for (var seed = 0; seed < 10; seed++)
        {
            await using var again = Open(disk.AfterPowerCut(new Random(seed)));
            (await again.ReadAsync(One)).Count.ShouldBe(1, $"seed {seed}");
        }
    }

    [Fact]
    public async Task Everybody_who_waits_hears_of_a_failed_disk()
    {
        var disk = new SimulatedDisk();
        await using var store = Open(disk);
        disk.FailsAt = disk.Operations + 7;
        var ends = await Task.WhenAll(Enumerable.Range(0, 32).Select(_ => Record.ExceptionAsync(async () =>
        {
            while (true)
                await store.AppendAsync(One, ExpectedVersion.Any);
        }).AsTask()));
        ends.ShouldAllBe(e => e is OutcomeUnknownException || e is StoreUnavailableException);
        ends.OfType<OutcomeUnknownException>().ShouldNotBeEmpty();
    }

    [Fact]
    public async Task In_the_tier_interval_the_last_append_is_forced_to_disk_too()
    {
        var disk = new SimulatedDisk();
        await using var store = Open(disk, ("filelog.sync", "interval"), ("filelog.syncInterval", "10ms"));
        var flushes = disk.Flushes;
        await store.AppendAsync(One, ExpectedVersion.Any);
        using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(10));
        while (disk.Flushes == flushes)
            await Task.Delay(5, limit.Token);

        await using var next = Open(disk.AfterPowerCut(new Random(1)));
        (await next.ReadAsync(One)).Count.ShouldBe(1);
    }

    [Theory]
    [InlineData("none")]
    [InlineData("interval")]
    public async Task In_the_weaker_tiers_closing_fails_if_what_was_acknowledged_is_not_on_disk(string sync)
    {
        var disk = new SimulatedDisk();
        var store = Open(disk, ("filelog.sync", sync), ("filelog.syncInterval", "1m"));
        await store.AppendAsync(One, ExpectedVersion.Any);
        disk.FailsAt = disk.Operations + 1;
        (await Should.ThrowAsync<StoreUnavailableException>(async () => await store.DisposeAsync())).Message.ShouldContain("may be lost");
        await store.DisposeAsync();
        await using var again = Open(disk);
    }

    [Fact]
    public void In_the_tier_interval_the_oldest_append_says_when_the_next_flush_is_due()
    {
        var (disk, clock) = (new SimulatedDisk(), new FakeClock());
        using var index = new LogIndex();
        using var recovery = new Recovery(disk, index);
        recovery.Run();
        var options = new FileLogOptions(FileLogOptions.Interval, TimeSpan.FromMilliseconds(100), SegmentSize: 1 << 20, Retained: 0);
        var tail = new Tail(disk, index, options, clock);
        var flushes = disk.Flushes;
        foreach (var left in (int[])[100, 40])
        {
            var payload = new Payload(index);
            payload.Encode(One, Sample.Events(1));
            tail.Add(new PendingAppend(payload, ExpectedVersion.Any));
            tail.Commit();
            tail.InHand.Clear();
            tail.UntilFlush.ShouldBe(TimeSpan.FromMilliseconds(left));
            clock.Advance(TimeSpan.FromMilliseconds(60));
            tail.FlushIfDue();
        }

        disk.Flushes.ShouldBe(flushes + 1);
        tail.UntilFlush.ShouldBe(Timeout.InfiniteTimeSpan);
    }

    [Fact]
    public async Task A_folder_has_one_store_at_a_time_and_none_where_it_does_not_exist()
    {
        await using (await OpenAsync(Temp.Path, keepData: true))
            (await Should.ThrowAsync<StoreUnavailableException>(() => OpenAsync(Temp.Path))).Message.ShouldContain("Close the other store");

        await using var next = await OpenAsync(Temp.Path);
        await Should.ThrowAsync<StoreUnavailableException>(() => OpenAsync(Temp.At("missing")));
    }

    [Fact]
    public async Task A_damaged_log_is_left_where_it_is()
    {
        await (await OpenAsync(Temp.Path, keepData: true)).DisposeAsync();
        var segment = Directory.GetFiles(Temp.Path, "*.segment", SearchOption.AllDirectories).Single();
        await File.WriteAllTextAsync(segment, new string('x', 5000));
        await Should.ThrowAsync<StoreUnavailableException>(() => OpenAsync(Temp.Path));
        new FileInfo(segment).Length.ShouldBe(5000);
    }

    [Fact]
    public async Task What_goes_bad_while_the_log_is_open_is_an_error_of_the_reader()
    {
        await using var store = await OpenAsync(Temp.Path);
        var (big, small) = (new StreamId("big"), new StreamId("small"));
        await store.Bulk!.AppendAsync([.. Sample.Events(3000).Select(e => new BulkEvent(big, e))]);
        await store.AppendAsync(small, ExpectedVersion.Any);
        var path = Directory.GetFiles(Temp.Path, "*.segment", SearchOption.AllDirectories).Single();
        using (var file = File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete))
        {
            foreach (var at in (long[])[100_000, RandomAccess.GetLength(file) - 5])
            {
                var one = new byte[1];
                RandomAccess.Read(file, one, at);
                RandomAccess.Write(file, [(byte)(one[0] ^ 0x5A)], at);
            }
        }

        foreach (var stream in (StreamId[])[big, small])
            (await Should.ThrowAsync<StoreUnavailableException>(() => store.ReadAsync(stream))).Message.ShouldContain(path);

        await Should.ThrowAsync<StoreUnavailableException>(() => store.BatchAsync(Checkpoint.Start));
    }

    [Fact]
    public async Task Closing_leaves_nothing_but_what_is_to_be_kept()
    {
        await (await OpenAsync(Temp.Path, keepData: true)).DisposeAsync();
        new DirectoryInfo(Temp.Path).GetFiles("*", SearchOption.AllDirectories).Select(f => f.Extension).Order().ShouldBe([".segment"]);
        await (await OpenAsync(Temp.Path)).DisposeAsync();
        Directory.GetFileSystemEntries(Temp.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_closed_store_says_so_also_to_a_reader_of_a_stream_that_it_never_had()
    {
        var store = Open(new SimulatedDisk());
        await store.AppendAsync(One, ExpectedVersion.Any);
        await store.DisposeAsync();
        foreach (var stream in (StreamId[])[One, new("unknown")])
            (await Should.ThrowAsync<StoreUnavailableException>(() => store.ReadAsync(stream))).Message.ShouldContain("closed");
    }

    [Theory]
    [InlineData("fsync", DurabilityTier.Fsync)]
    [InlineData("interval", DurabilityTier.Buffered)]
    [InlineData("none", DurabilityTier.Buffered)]
    public async Task Its_tier_follows_from_the_setting(string sync, DurabilityTier tier)
    {
        await using var store = await OpenAsync(Temp.Path, options: ("filelog.sync", sync));
        var description = await store.DescribeAsync();
        description.Durability.ShouldBe(tier);
        description.DurabilityReason.ShouldContain($"filelog.sync={sync}");
        (await store.SettingAsync("filelog.sync")).ShouldBe(sync);
    }

    [Theory]
    [InlineData(1000, 1)]
    [InlineData(1, 1000)]
    public async Task A_projection_that_is_ahead_of_a_log_that_lost_its_end_starts_from_the_first_event(int before, int after)
    {
        await using (var store = await OpenAsync(Temp.Path, keepData: true))
        {
            await store.Events!.AppendAsync(One, ExpectedVersion.NoStream, Sample.Events(2, new string('b', before)));
            await using var running = await store.Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Cancel);
            await running.HasRowsAsync(2, Cancel);
        }

        Directory.Delete(Temp.At("bench.filelog"), recursive: true);
        await using var again = await OpenAsync(Temp.Path);
        await again.Events!.AppendAsync(One, ExpectedVersion.NoStream, Sample.Events(3, new string('a', after)));
        await using var replayed = await again.Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Cancel);
        await replayed.HasRowsAsync(3, Cancel);
        (await replayed.ReadModel.ReadAllAsync(Cancel).CountAsync(Cancel)).ShouldBe(3);
    }

    [Fact]
    public async Task A_checkpoint_that_is_no_event_of_the_log_is_refused()
    {
        await using var store = Open(new SimulatedDisk());
        var first = (await store.AppendAsync(One, ExpectedVersion.Any)).Position!.Value;
        await Should.ThrowAsync<FormatException>(() => store.BatchAsync(new Checkpoint($"{first - 1}")));
        (await Should.ThrowAsync<StoreUnavailableException>(() => store.BatchAsync(new Checkpoint($"{first + 1}"))))
            .Message.ShouldContain("the end of the log was lost");
    }
}
