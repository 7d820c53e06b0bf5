namespace EventSourcingBench.Hosting.Tests;

public sealed class JumpingClockTests : TempFolderTest
{
    [Fact]
    public async Task A_process_has_the_time_that_it_was_set_to_and_the_machines_again_afterwards()
    {
        var clock = JumpingClock.Find(Temp.Path);
        Assert.SkipWhen(clock is null, "libfaketime is not installed (Debian: faketime).");
        (await AheadAsync(clock)).ShouldBeLessThan(60);
        clock.Jump(TimeSpan.FromMinutes(10));
        (await AheadAsync(clock)).ShouldBeInRange(540, 660);
        clock.Jump(TimeSpan.Zero);
        (await AheadAsync(clock)).ShouldBeLessThan(60);
    }

    // Seconds that a process is ahead of this one.
    private static async Task<long> AheadAsync(JumpingClock clock)
    {
        var start = new ProcessStartInfo("date", ["+%s"]);
        foreach (var (name, value) in clock.Variables)
            start.Environment[name] = value;

        var result = await ChildCommand.RunAsync(start, TimeSpan.FromSeconds(20), Cancel);
        return long.Parse(result!.Output[0], CultureInfo.InvariantCulture) - DateTimeOffset.UtcNow.ToUnixTimeSeconds();
    }
}
