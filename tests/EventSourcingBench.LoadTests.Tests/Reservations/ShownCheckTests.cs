namespace EventSourcingBench.LoadTests.Tests;

public sealed class ShownCheckTests
{
    [Fact]
    public async Task A_show_with_another_version_or_other_seats_is_found()
    {
        const int Shows = 200;
        var world = new RosterWorld();
        for (var show = 0; show < Shows; show++)
        {
            world.Do(new RosterCommand(RosterChange.Open, 3), ShowIds.Of(show));
            world.Do(new RosterCommand(RosterChange.Add, 2), ShowIds.Of(show));
        }

        var (rosters, findings) = (world.Judge().Rule, new Findings());
        var counting = new Counting().Phase("verifying", Shows, TimeProvider.System);
        await new ShownCheck(rosters, ReadAsync, Shows, counting).ReadAsync(findings, TestContext.Current.CancellationToken);
        findings[FindingKind.RuleBroken].ShouldBe(3);
        findings.Examples.ShouldContain("show s7 is read with 1 events and the seats 2; it has 2, which leave 2");
    }

    [Fact]
    public void A_lost_answer_is_settled_by_a_success_only()
    {
        var success = new LoadReply(Outcome.Success, Conflicts: 1) { Resent = 1 };
        success.AfterLostAnswer().ShouldBe(success);
        var refused = (success with { Outcome = Outcome.Refused, Refusal = ReservationRefusal.SeatTaken }).AfterLostAnswer();
        (refused.Outcome, refused.Refusal, refused.Resent).ShouldBe((Outcome.Timeout, null, 1));
        var gone = new LoadReply(Outcome.Error, Error: "gone");
        gone.AfterLostAnswer().ShouldBe(gone with { Outcome = Outcome.Timeout });
    }

    private static Task<ShownSeats?> ReadAsync(string show, CancellationToken cancellationToken) => Task.FromResult<ShownSeats?>(show switch
    {
        "s7" => new(1, [2]),
        "s8" => new(2, [1]),
        "s9" => null,
        _ => new(2, [2]),
    });
}
