namespace EventSourcingBench.LoadTests.Tests;

/// <summary>The longest pause is that of the time that is watched.</summary>
public sealed class SuccessGapsTests
{
    private readonly ManualClock _clock = new();

    [Fact]
    public void Pauses_before_and_after_the_watch_do_not_count()
    {
        var gaps = new SuccessGaps(_clock);
        SucceedAfter(gaps, 60);
        gaps.Watch();
        SucceedAfter(gaps, 1);
        SucceedAfter(gaps, 3);
        SucceedAfter(gaps, 2);
        gaps.EndWatch();
        SucceedAfter(gaps, 60);
        gaps.Longest.ShouldBe(TimeSpan.FromSeconds(3));
    }

    [Fact]
    public void A_pause_that_lasts_until_the_end_of_the_watch_counts()
    {
        var gaps = new SuccessGaps(_clock);
        gaps.Watch();
        SucceedAfter(gaps, 1);
        _clock.Advance(TimeSpan.FromSeconds(15));
        gaps.EndWatch();
        gaps.Longest.ShouldBe(TimeSpan.FromSeconds(15));
    }

    private void SucceedAfter(SuccessGaps gaps, int seconds)
    {
        _clock.Advance(TimeSpan.FromSeconds(seconds));
        gaps.Succeeded();
    }
}
