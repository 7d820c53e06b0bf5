namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>Bytes that are not those that were written: a torn tail is cut and reported, anything else is refused with its place.</summary>
public sealed class DamageTests
{
    private const int Frames = 6;

    [Fact]
    public async Task A_last_frame_that_is_torn_or_wrong_at_any_byte_is_cut()
    {
        var (disk, name, starts) = await WriteAsync();
        var whole = disk.Files[name].ToArray();
        for (var at = (int)starts[^1]; at < whole.Length; at++)
        {
            await ShouldCutAsync(disk.With(name, whole[..at]), name, starts[^1], at - starts[^1]);
            var bytes = (byte[])whole.Clone();
            bytes[at] ^= 0x5A;
            await ShouldCutAsync(disk.With(name, bytes), name, starts[^1], whole.Length - starts[^1]);
        }
    }

    [Fact]
    public async Task Zeros_behind_the_last_frame_are_cut()
    {
        var (disk, name, _) = await WriteAsync();
        var whole = disk.Files[name].ToArray();
        await using var store = FileLogStore.Open(TestLog.Context(Path.GetTempPath()), disk.With(name, [.. whole, .. new byte[5000]]));
        store.Recovery.CutBytes.ShouldBe(5000);
        (await store.Events.ReadStreamAsync(new StreamId("one")).CountAsync()).ShouldBe(Frames);
    }

    [Fact]
    public async Task Any_wrong_byte_before_the_last_frame_is_an_error_that_says_where()
    {
        var (disk, name, starts) = await WriteAsync();
        var whole = disk.Files[name].ToArray();
        for (var at = 0; at < starts[^1]; at++)
        {
            var bytes = (byte[])whole.Clone();
            bytes[at] ^= 0x5A;
            var frame = starts.LastOrDefault(s => s <= at);
            var refused = Should.Throw<StoreUnavailableException>(
                () => FileLogStore.Open(TestLog.Context(Path.GetTempPath()), disk.With(name, bytes)));
            refused.Message.ShouldContain($"{name}, offset {frame}.");
        }
    }

    [Fact]
    public async Task A_torn_or_missing_segment_with_newer_ones_behind_it_is_an_error()
    {
        var disk = new SimulatedDisk();
        await using (var store = FileLogStore.Open(TestLog.Context(Path.GetTempPath(), options: ("filelog.segmentSize", "4096")), disk))
        {
            for (var i = 0; i < 100; i++)
                await store.Events.AppendAsync(new StreamId("one"), ExpectedVersion.Any, [Sample.Event()]);
        }

        var names = disk.List(".segment");
        names.Count.ShouldBeGreaterThan(3);
        var bytes = disk.Files[names[1]].ToArray();
        Refusal(disk.With(names[1], bytes[..^10])).ShouldContain(names[1]);
        Refusal(disk.With(names[1], [.. bytes, 0])).ShouldContain(names[1]);
        Refusal(disk.Without(names[1])).ShouldContain(names[2]);
        Refusal(disk.With(names[2], bytes)).ShouldContain(names[2]);
        Refusal(disk.With(names[^1], new byte[3000])).ShouldContain(names[^1]);

        // A last segment that was only just begun has nothing in it.
        await using var begun = FileLogStore.Open(
            TestLog.Context(Path.GetTempPath()), disk.With("99999999999999999999.segment", new byte[17]));
        begun.Recovery.CutBytes.ShouldBe(17);
        (await begun.Events.ReadStreamAsync(new StreamId("one")).CountAsync()).ShouldBe(100);

        static string Refusal(SimulatedDisk disk) => Should.Throw<StoreUnavailableException>(
            () => FileLogStore.Open(TestLog.Context(Path.GetTempPath()), disk)).Message;
    }

    [Fact]
    public async Task What_goes_bad_while_the_log_is_open_is_an_error_of_the_reader()
    {
        var folder = Directory.CreateTempSubdirectory("filelog-bad-");
        try
        {
            await using var store = await TestLog.OpenAsync(folder);
            await store.Bulk!.AppendAsync([.. Sample.Events(3000).Select(e => new BulkEvent(new StreamId("big"), e))]);
            await store.Events!.AppendAsync(new StreamId("small"), ExpectedVersion.Any, [Sample.Event()]);
            var path = Directory.GetFiles(folder.FullName, "*.segment", SearchOption.AllDirectories).Single();
            await using (var file = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete))
            {
                foreach (var at in (long[])[100_000, file.Length - 5])
                {
                    file.Position = at;
                    var was = file.ReadByte();
                    file.Position = at;
                    file.WriteByte((byte)(was ^ 0x5A));
                }
            }

            foreach (var stream in (string[])["big", "small"])
            {
                (await Should.ThrowAsync<StoreUnavailableException>(
                    async () => await store.Events.ReadStreamAsync(new StreamId(stream)).CountAsync()))
                    .Message.ShouldContain(path);
            }

            await Should.ThrowAsync<StoreUnavailableException>(
                async () => await store.Subscription!.SubscribeAsync(Checkpoint.Start).FirstAsync());
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static async Task ShouldCutAsync(SimulatedDisk disk, string name, long from, long bytes)
    {
        await using var store = FileLogStore.Open(TestLog.Context(Path.GetTempPath()), disk);
        store.Recovery.CutBytes.ShouldBe(bytes);
        var cut = (await store.DescribeAsync()).Settings.Single(s => s.Name == "recovery.cut").Value;
        cut.ShouldBe(bytes == 0 ? "nothing" : $"{bytes} bytes at offset {from} of {name}: an incomplete write");
        disk.Files[name].Length.ShouldBe(from);
        (await store.Events.AppendAsync(new StreamId("one"), ExpectedVersion.Exactly(Frames - 1), [Sample.Event()]))
            .ShouldBeOfType<Appended>();
        (await store.Events.ReadStreamAsync(new StreamId("one")).ToListAsync()).ShouldBeContiguous();
    }

    private static async Task<(SimulatedDisk Disk, string Name, long[] Starts)> WriteAsync()
    {
        var disk = new SimulatedDisk();
        var starts = new List<long>();
        await using (var store = FileLogStore.Open(TestLog.Context(Path.GetTempPath()), disk))
        {
            for (var i = 0; i < Frames; i++)
            {
                starts.Add((await store.Storage.ReadAsync()).DataBytes);
                await store.Events.AppendAsync(new StreamId("one"), ExpectedVersion.After(i), [Sample.Event()]);
            }
        }

        return (disk, disk.List(".segment").Single(), [.. starts]);
    }
}
