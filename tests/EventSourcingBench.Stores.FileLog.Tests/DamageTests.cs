namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>Bytes that are not those that were written: a torn tail is cut and reported, anything else is refused with its place.</summary>
public sealed class DamageTests
{
    private const int Frames = 6;

    [Fact]
    public async Task A_last_frame_that_is_torn_or_wrong_at_any_byte_and_zeros_behind_it_are_cut()
    {
        var (disk, name, starts) = await WriteAsync();
        var whole = disk.Files[name].ToArray();
        for (var at = (int)starts[^1]; at < whole.Length; at++)
        {
            await ShouldCutAsync(disk.With(name, whole[..at]), name, starts[^1], at - starts[^1], left: Frames - 1);
            await ShouldCutAsync(disk.With(name, Flipped(whole, at)), name, starts[^1], whole.Length - starts[^1], left: Frames - 1);
        }

        await ShouldCutAsync(disk.With(name, [.. whole, .. new byte[5000]]), name, whole.Length, 5000, left: Frames);
    }

    [Fact]
    public async Task Any_wrong_byte_before_the_last_frame_is_an_error_that_says_where()
    {
        var (disk, name, starts) = await WriteAsync();
        var whole = disk.Files[name].ToArray();
        for (var at = 0; at < starts[^1]; at++)
            Refusal(disk.With(name, Flipped(whole, at))).ShouldContain($"{name}, offset {starts.LastOrDefault(s => s <= at)}.");
    }

    [Fact]
    public async Task A_torn_or_missing_segment_with_newer_ones_behind_it_is_an_error()
    {
        var disk = new SimulatedDisk();
        await using (var store = TestLog.Open(disk, ("filelog.segmentSize", "4096")))
        {
            for (var i = 0; i < 100; i++)
                await store.AppendAsync(TestLog.One, ExpectedVersion.Any);
        }

        var names = disk.List(".segment");
        names.Count.ShouldBeGreaterThan(3);
        var bytes = disk.Files[names[1]].ToArray();
        Refusal(disk.With(names[1], bytes[..^10])).ShouldContain(names[1]);
        Refusal(disk.With(names[1], [.. bytes, 0])).ShouldContain(names[1]);
        Refusal(disk.With(names[1], null)).ShouldContain(names[2]);
        Refusal(disk.With(names[2], bytes)).ShouldContain(names[2]);
        Refusal(disk.With(names[^1], new byte[3000])).ShouldContain(names[^1]);

        // A last segment that was only just begun has nothing in it.
        await using var begun = TestLog.Open(disk.With("99999999999999999999.segment", new byte[17]));
        (await begun.SettingAsync("recovery.cutBytes")).ShouldBe("17");
        (await begun.ReadAsync(TestLog.One)).Count.ShouldBe(100);
    }

    private static byte[] Flipped(byte[] bytes, int at) => [.. bytes[..at], (byte)(bytes[at] ^ 0x5A), .. bytes[(at + 1)..]];

    private static string Refusal(SimulatedDisk disk) => Should.Throw<StoreUnavailableException>(() => TestLog.Open(disk)).Message;

    private static async Task ShouldCutAsync(SimulatedDisk disk, string name, long from, long bytes, int left)
    {
        await using var store = TestLog.Open(disk);
        (await store.SettingAsync("recovery.cutBytes")).ShouldBe($"{bytes}");
        (await store.SettingAsync("recovery.cut"))
            .ShouldBe(bytes == 0 ? "nothing" : $"{bytes} bytes at offset {from} of {name}: an incomplete write");
        disk.Files[name].Length.ShouldBe(from);
        await store.AppendAsync(TestLog.One, ExpectedVersion.Exactly(left));
        (await store.ReadAsync(TestLog.One)).ShouldBeContiguous();
    }

    private static async Task<(SimulatedDisk Disk, string Name, long[] Starts)> WriteAsync()
    {
        var disk = new SimulatedDisk();
        var starts = new long[Frames];
        await using (var store = TestLog.Open(disk))
        {
            for (var i = 0; i < Frames; i++)
            {
                starts[i] = (await store.Storage!.ReadAsync()).DataBytes;
                await store.AppendAsync(TestLog.One, ExpectedVersion.After(i));
            }
        }

        return (disk, disk.List(".segment").Single(), starts);
    }
}
