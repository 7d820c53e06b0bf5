namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>Streams that lie in pieces all over the log.</summary>
public sealed class ManyStreamsTests
{
    [Fact]
    public async Task A_read_of_one_of_many_streams_reads_its_own_part_of_the_log()
    {
        const int Rounds = 12;
        var disk = new SimulatedDisk();
        var names = Enumerable.Range(0, 10_000).Select(s => new StreamId($"stream-{s}")).ToArray();
        await using (var store = Open(disk))
        {
            foreach (var part in Enumerable.Range(0, Rounds).SelectMany(_ => names.Chunk(100)))
                await store.Bulk!.AppendAsync([.. part.Select(s => new BulkEvent(s, Sample.Event()))]);
        }

        // What was known is known again from the log alone.
        var next = disk.AfterCrash();
        await using var again = Open(next);
        var bytes = (await again.Storage!.ReadAsync()).DataBytes;
        var before = next.BytesRead;
        (await again.ReadAsync(names[4321])).ShouldBeContiguous();
        (await again.ReadAsync(names[4321], from: 7, count: 2)).Select(e => e.Version).ShouldBe([7, 8]);
        (next.BytesRead - before).ShouldBeLessThan(bytes / 20);
        foreach (var name in names.Where((_, i) => i % 997 == 0))
            (await again.ReadAsync(name)).Count.ShouldBe(Rounds);

        static IStore Open(SimulatedDisk disk) => TestLog.Open(disk, ("filelog.sync", "none"), ("filelog.segmentSize", "1000000"));
    }

    [Fact]
    public async Task A_read_from_a_version_of_a_long_stream_does_not_read_it_from_the_start()
    {
        const int Appends = 1500;
        var disk = new SimulatedDisk();
        await using var store = TestLog.Open(disk, ("filelog.sync", "none"));
        for (var i = 0; i < Appends; i++)
        {
            await store.Events!.AppendAsync(TestLog.One, ExpectedVersion.After(i * 2), Sample.Events(2));
            await store.AppendAsync(new StreamId("other"), ExpectedVersion.After(i));
        }

        var bytes = (await store.Storage!.ReadAsync()).DataBytes;
        foreach (var from in (long[])[1, 2, 127, 128, 129, 130, 2001, 2999, 3000])
        {
            var before = disk.BytesRead;
            var read = await store.ReadAsync(TestLog.One, from, count: 3);
            read.Count.ShouldBe((int)Math.Min(3, (2 * Appends) - from + 1));
            read.ShouldBeContiguous(from);
            (disk.BytesRead - before).ShouldBeLessThan(bytes / 10);
        }
    }
}
