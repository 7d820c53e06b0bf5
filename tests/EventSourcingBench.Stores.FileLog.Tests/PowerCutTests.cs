namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>
/// Writers on a simulated disk whose power goes at any write, flush or new file: what was acknowledged must be there in the
/// tier fsync, and the same check must find the weaker tiers out.
/// </summary>
public sealed class PowerCutTests(ITestOutputHelper output)
{
    private const int Trials = 40;
    private const int WeakTrials = 25;
    private const int Writers = 4;

    [Fact]
    public async Task In_the_tier_fsync_nothing_that_was_acknowledged_is_lost()
    {
        var acknowledged = 0;
        for (var seed = 0; seed < Trials; seed++)
        {
            var trial = await TrialAsync(seed, "fsync");
            trial.Lost.ShouldBe(0, $"seed {seed}");
            acknowledged += trial.Acknowledged;
        }

        // The trials would prove nothing if the power always went before anything was acknowledged.
        acknowledged.ShouldBeGreaterThan(Trials * 20);
        output.WriteLine($"{acknowledged} acknowledged in {Trials} trials of two power cuts, none lost");
    }

    [Theory]
    [InlineData("none")]
    [InlineData("interval")]
    public async Task The_weaker_tiers_lose_and_what_is_left_is_whole(string sync)
    {
        var (lost, acknowledged) = (0, 0);
        for (var seed = 0; seed < WeakTrials; seed++)
        {
            var trial = await TrialAsync(seed, sync);
            lost += trial.Lost;
            acknowledged += trial.Acknowledged;
        }

        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"{sync}: {lost} of {acknowledged} acknowledged were lost in {WeakTrials} power cuts"));
        lost.ShouldBeGreaterThan(0);
    }

    private static async Task<(int Acknowledged, int Lost)> TrialAsync(int seed, string sync)
    {
        var random = new Random(seed);
        var disk = new SimulatedDisk();
        var ledger = new Ledger();

        // The power goes twice: the second time it meets a log that was recovered before.
        for (var life = 0; life < 2; life++)
        {
            disk.DiesAt = disk.Operations + random.Next(5, 120);
            await LiveAsync(disk, ledger, random, sync);
            disk = disk.AfterPowerCut(random);
            if (sync != "fsync")
                break;
        }

        await using var store = FileLogStore.Open(Context(sync), disk);
        var lost = await ledger.CheckAsync(store);
        (await store.Events.AppendAsync(new StreamId("after"), ExpectedVersion.Any, [Sample.Event()])).ShouldBeOfType<Appended>();
        return (ledger.Acknowledged, lost);
    }

    private static async Task LiveAsync(SimulatedDisk disk, Ledger ledger, Random random, string sync)
    {
        FileLogStore store;
        try
        {
            store = FileLogStore.Open(Context(sync), disk);
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

    private static async Task WriteAsync(FileLogStore store, Ledger ledger, Random random, int writer)
    {
        BulkEvent[] events = [];
        try
        {
            while (true)
            {
                if (random.Next(4) == 0)
                {
                    events =
                    [
                        .. Enumerable.Range(0, random.Next(1, 30)).Select(_ => new BulkEvent(Stream(random, writer), Sample.Event())),
                    ];
                    await store.Bulk.AppendAsync(events);
                    ledger.Add(events);
                }
                else
                {
                    var stream = Stream(random, writer);
                    var own = Sample.Events(random.Next(1, 4));
                    events = [.. own.Select(e => new BulkEvent(stream, e))];
                    var appended = (Appended)await store.Events.AppendAsync(stream, ExpectedVersion.Any, own);
                    ledger.Add(stream, appended.StreamVersion, own);
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
    }

    private static StreamId Stream(Random random, int writer) =>
        new(random.Next(2) == 0 ? $"shared-{random.Next(3)}" : $"own-{writer}-{random.Next(3)}");

    private static StoreContext Context(string sync) => TestLog.Context(
        Path.GetTempPath(),
        options: [("filelog.segmentSize", "16384"), ("filelog.sync", sync), ("filelog.syncInterval", "20ms")]);
}
