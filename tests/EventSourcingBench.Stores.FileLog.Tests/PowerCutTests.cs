namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>Writers on a simulated disk whose power goes at any write, flush or new file: what was acknowledged must be there in the tier
/// fsync, and the same check must find the weaker tiers out. What is left must be whole in all of them.</summary>
public sealed class PowerCutTests(ITestOutputHelper output)
{
    private const int Writers = 4;

    [Theory]
    [InlineData("fsync", 40)]
    [InlineData("none", 25)]
    [InlineData("interval", 25)]
    public async Task Only_the_tier_fsync_loses_nothing_that_was_acknowledged(string sync, int trials)
    {
        var (lost, acknowledged) = (0, 0);
        for (var seed = 0; seed < trials; seed++)
        {
            var trial = await TrialAsync(seed, sync);
            trial.Lost.ShouldBeLessThanOrEqualTo(sync == "fsync" ? 0 : trial.Acknowledged, $"seed {seed}");
            lost += trial.Lost;
            acknowledged += trial.Acknowledged;
        }

        output.WriteLine($"{sync}: {lost} of {acknowledged} acknowledged were lost in {trials} trials");
        (lost > 0).ShouldBe(sync != "fsync");
        // The trials would prove nothing if the power always went before anything was acknowledged.
        acknowledged.ShouldBeGreaterThan(trials * 20);
    }

    private static async Task<(int Acknowledged, int Lost)> TrialAsync(int seed, string sync)
    {
        var random = new Random(seed);
        var disk = new SimulatedDisk();
        var ledger = new Ledger();

        // In the tier fsync the power goes twice: the second time it meets a log that was recovered before.
        for (var life = 0; life < (sync == "fsync" ? 2 : 1); life++)
        {
            disk.DiesAt = disk.Operations + random.Next(5, 120);
            await LiveAsync(disk, ledger, random, sync);
            disk = disk.AfterPowerCut(random);
        }

        await using var store = Open(disk, sync);
        var lost = await ledger.CheckAsync(store);
        await store.AppendAsync(new StreamId("after"), ExpectedVersion.Any);
        return (ledger.Acknowledged, lost);
    }

    private static async Task LiveAsync(SimulatedDisk disk, Ledger ledger, Random random, string sync)
    {
        IStore store;
        try
        {
            store = Open(disk, sync);
        }
        catch (StoreUnavailableException)
        {
            // The power went while it was being opened.
            disk.Operations.ShouldBeGreaterThanOrEqualTo(disk.DiesAt);
            return;
        }

        var seeds = Enumerable.Range(0, Writers).Select(_ => random.Next()).ToArray();
        await Task.WhenAll(seeds.Select((s, w) => Task.Run(() => WriteAsync(store, ledger, new Random(s), w))));
        await store.DisposeAsync();
    }

    private static async Task WriteAsync(IStore store, Ledger ledger, Random random, int writer)
    {
        BulkEvent[] events = [];
        try
        {
            while (true)
            {
                if (random.Next(4) == 0)
                {
                    events = [.. Sample.Events(random.Next(1, 30)).Select(e => new BulkEvent(Stream(), e))];
                    await store.Bulk!.AppendAsync(events);
                    ledger.Add(events);
                }
                else
                {
                    var (stream, own) = (Stream(), Sample.Events(random.Next(1, 4)));
                    events = [.. own.Select(e => new BulkEvent(stream, e))];
                    var appended = (Appended)await store.Events!.AppendAsync(stream, ExpectedVersion.Any, own);
                    ledger.Add(events, appended.StreamVersion);
                }
            }
        }
        catch (StoreUnavailableException)
        {
            // The power went, and the store is certain that nothing of this was written.
            ledger.Refuse(events);
        }
        catch (OutcomeUnknownException)
        {
            // The power went: this may be there or not.
        }

        StreamId Stream() => new(random.Next(2) == 0 ? $"shared-{random.Next(3)}" : $"own-{writer}-{random.Next(3)}");
    }

    private static IStore Open(SimulatedDisk disk, string sync) =>
        TestLog.Open(disk, ("filelog.segmentSize", "16384"), ("filelog.sync", sync), ("filelog.syncInterval", "20ms"));
}
