namespace EventSourcingBench.Measurement.Tests;

public sealed class CopyScheduleTests
{
    [Fact]
    public void A_ramp_adds_copies_evenly()
    {
        var schedule = new CopySchedule(4, TimeSpan.FromSeconds(40), Ramp: true);

        Enumerable.Range(0, 4).Select(c => schedule.StartOf(c).TotalSeconds).ShouldBe([0, 10, 20, 30]);
    }

    [Fact]
    public void Constant_copies_start_at_once()
    {
        var schedule = new CopySchedule(4, TimeSpan.FromSeconds(40), Ramp: false);

        schedule.StartOf(3).ShouldBe(TimeSpan.Zero);
    }
}
