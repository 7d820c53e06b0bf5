namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>Writers on a simulated disk whose power goes at any write, flush or new file: what was acknowledged must be there in the tier
/// fsync, and the same check must find the weaker tiers out. What is left must be whole in all of them.</summary>
public sealed class PowerCutTests(ITestOutputHelper output) : LimitedTest(seconds: 180)
{
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

    private async Task<(int Acknowledged, int Lost)> TrialAsync(int seed, string sync)
    {
        var random = new Random(seed);
        var disk = new SimulatedDisk();
        AppendLoad? before = null;

        // In the tier fsync the power goes twice: the second time it meets a log that was recovered before.
        for (var life = 0; life < (sync == "fsync" ? 2 : 1); life++)
        {
            disk.DiesAt = disk.Operations + random.Next(5, 120);
            before = await LiveAsync(disk, before, sync);
            disk = disk.AfterPowerCut(random);
        }

        var acknowledged = before?.Acknowledged.Count ?? 0;
        await using var store = Open(disk, sync);
        await using var load = new AppendLoad(store, Limit, before);
        await load.UntilAcknowledgedAsync(1);
        await load.EndAsync();
        var left = await load.VerifyAsync(mayLose: true);
        return (acknowledged, load.Acknowledged.Except(left.Select(e => e.Id)).Count());
    }

    private async Task<AppendLoad?> LiveAsync(SimulatedDisk disk, AppendLoad? before, string sync)
    {
        IStore opened;
        try
        {
            opened = Open(disk, sync);
        }
        catch (StoreUnavailableException)
        {
            // The power went while it was being opened.
            disk.Operations.ShouldBeGreaterThanOrEqualTo(disk.DiesAt);
            return before;
        }

        await using var load = new AppendLoad(opened, Limit, before);
        await load.UntilAsync(() => !load.Failed.IsEmpty);
        await load.EndAsync();
        // In the weaker tiers it fails where the power went before a flush.
        await Record.ExceptionAsync(async () => await opened.DisposeAsync());
        return load;
    }

    private static IStore Open(SimulatedDisk disk, string sync) =>
        TestLog.Open(disk, ("filelog.segmentSize", "16384"), ("filelog.sync", sync), ("filelog.syncInterval", "20ms"));
}
