using EventSourcingBench.Api;
using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class EnrolmentVerifierTests
{
    private readonly EnrolmentLedger _ledger = new(workers: 2);
    private readonly List<StoredEnrolment> _stored = [];

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task What_was_acknowledged_and_is_there_is_verified(int eventsOfJoining)
    {
        Iteration(eventsOfJoining);
        var verdict = await VerifyAsync(eventsOfJoining);
        verdict.Passed.ShouldBeTrue(verdict.Text);
        verdict.Acknowledged.ShouldBe(120);
        verdict.Text.ShouldContain(eventsOfJoining == 1 ? "120 events" : "220 events");
    }

    [Theory]
    [InlineData(1, 0)]
    [InlineData(1, 57)]
    [InlineData(2, 40)]
    [InlineData(2, 41)]
    public async Task A_lost_event_is_told(int eventsOfJoining, int index)
    {
        Iteration(eventsOfJoining);
        _stored.RemoveAt(index);
        var verdict = await VerifyAsync(eventsOfJoining);
        verdict.Passed.ShouldBeFalse();
        verdict.Lost.ShouldBe(1);
        verdict.Text.ShouldStartWith("FAILED: lost 1,");
        verdict.Examples.ShouldNotBeEmpty();
    }

    [Fact]
    public async Task An_event_that_is_there_twice_is_told()
    {
        Iteration(eventsOfJoining: 1);
        _stored.Add(_stored[50]);
        var verdict = await VerifyAsync(eventsOfJoining: 1);
        verdict.Passed.ShouldBeFalse();
        verdict.Duplicated.ShouldBe(1);
        verdict.RulesBroken.ShouldBe(1);
    }

    [Fact]
    public async Task What_nobody_sent_or_what_was_refused_is_told()
    {
        Iteration(eventsOfJoining: 1);
        _stored.Add(new StoredEnrolment(Guid.NewGuid(), new CourseRegistered("other", 1)));
        var refused = Send(new CourseRegistered("refused", 1), new EnrolmentReply(Outcome.Refused, EnrolmentRefusal.CourseExists));
        _stored.Add(new StoredEnrolment(refused.EventId, refused.Wanted));
        var verdict = await VerifyAsync(eventsOfJoining: 1);
        verdict.Passed.ShouldBeFalse();
        verdict.Foreign.ShouldBe(1);
        verdict.RefusedApplied.ShouldBe(1);
    }

    [Fact]
    public async Task An_overbooked_course_is_told()
    {
        Keep(new CourseRegistered("c", 1));
        Keep(new StudentRegistered("s", 9));
        Keep(new StudentRegistered("t", 9));
        Keep(new StudentJoined("c", "s"));
        Keep(new StudentJoined("c", "t"));
        var verdict = await VerifyAsync(eventsOfJoining: 1);
        verdict.Passed.ShouldBeFalse();
        verdict.RulesBroken.ShouldBe(1);
        verdict.Examples.Single().ShouldContain("more students than places");
    }

    [Fact]
    public async Task A_student_over_the_limit_is_told()
    {
        Keep(new StudentRegistered("s", 1));
        Keep(new CourseRegistered("c", 9));
        Keep(new CourseRegistered("d", 9));
        Keep(new StudentJoined("c", "s"));
        Keep(new StudentJoined("d", "s"));
        (await VerifyAsync(eventsOfJoining: 1)).RulesBroken.ShouldBe(1);
    }

    [Fact]
    public async Task A_shared_course_that_was_said_to_be_full_must_be()
    {
        Keep(new CourseRegistered("hot-0-0", EnrolmentScript.HotPlaces));
        Keep(new StudentRegistered("s", 10));
        Send(new StudentJoined("hot-0-0", "s"), new EnrolmentReply(Outcome.Refused, EnrolmentRefusal.CourseFull));
        var verdict = await VerifyAsync(eventsOfJoining: 1);
        verdict.Passed.ShouldBeFalse();
        verdict.RulesBroken.ShouldBe(1);
    }

    [Fact]
    public async Task An_unknown_outcome_is_looked_up()
    {
        Keep(new CourseRegistered("c", 9));
        var done = Send(new CourseRegistered("d", 9), new EnrolmentReply(Outcome.Timeout));
        Send(new CourseRegistered("e", 9), new EnrolmentReply(Outcome.Timeout));
        _stored.Add(new StoredEnrolment(done.EventId, done.Wanted));
        var verdict = await VerifyAsync(eventsOfJoining: 1);
        verdict.Passed.ShouldBeTrue(verdict.Text);
        verdict.UnknownOutcomes.ShouldBe(2);
        verdict.UnknownApplied.ShouldBe(1);
    }

    [Fact]
    public async Task What_was_there_before_must_stay()
    {
        Keep(new CourseRegistered("c", 9));
        _stored.Insert(0, new StoredEnrolment(Guid.NewGuid(), new CourseRegistered(EnrolmentPreload.Prefix + "c0-0", 1)));
        (await VerifyAsync(eventsOfJoining: 1, preloaded: 1)).Passed.ShouldBeTrue();
        (await VerifyAsync(eventsOfJoining: 1, preloaded: 2)).Lost.ShouldBe(1);
        (await VerifyAsync(eventsOfJoining: 1, preloaded: 0)).Foreign.ShouldBe(1);
    }

    [Fact]
    public async Task Reading_that_fails_verifies_nothing()
    {
        Keep(new CourseRegistered("c", 9));
        var verdict = await new EnrolmentVerifier(_ledger, 1, 0).VerifyAsync(Broken([]), TimeProvider.System);
        verdict.Passed.ShouldBeFalse();
        verdict.Text.ShouldBe("not verified: gone");
        (verdict.Acknowledged, verdict.Findings).ShouldBe((1, 0));
    }

    [Fact]
    public async Task What_was_found_before_reading_broke_is_kept()
    {
        Keep(new CourseRegistered("c", 1));
        Keep(new StudentRegistered("s", 9));
        Keep(new StudentRegistered("t", 9));
        Keep(new StudentJoined("c", "s"));
        Keep(new StudentJoined("c", "t"));
        _stored.Add(new StoredEnrolment(Guid.NewGuid(), new CourseRegistered("other", 1)));
        Send(new CourseRegistered("d", 1), new EnrolmentReply(Outcome.Success));
        var verdict = await new EnrolmentVerifier(_ledger, 1, preloaded: 3).VerifyAsync(Broken(_stored), TimeProvider.System);
        (verdict.Passed, verdict.Lost, verdict.Foreign, verdict.RulesBroken).ShouldBe((false, 0, 1, 1));
        verdict.Text.ShouldBe("FAILED: lost 0, duplicated 0, misplaced 0, foreign 1, rules broken 1; the rest not verified: gone");
        verdict.Examples.Count.ShouldBe(2);
    }

    [Fact]
    public async Task Nothing_acknowledged_is_no_good_verdict()
    {
        Send(new CourseRegistered("c", 9), new EnrolmentReply(Outcome.Error, Error: "down"));
        var verdict = await VerifyAsync(eventsOfJoining: 1);
        verdict.Passed.ShouldBeFalse();
        verdict.Text.ShouldStartWith("not verified");
    }

    private void Iteration(int eventsOfJoining)
    {
        var script = new EnrolmentScript(0, 0);
        for (var i = 0; i < EnrolmentScript.OperationsOfIteration; i++)
        {
            var command = Keep(script.Next());
            if (eventsOfJoining == 2 && command.Wanted is StudentJoined)
            {
                _stored.Add(new StoredEnrolment(EnrolmentIds.Second(command.EventId), command.Wanted));
            }
        }
    }

    private EnrolmentCommand Keep(EnrolmentEvent wanted)
    {
        var command = Send(wanted, new EnrolmentReply(Outcome.Success));
        _stored.Add(new StoredEnrolment(command.EventId, wanted));
        return command;
    }

    private EnrolmentCommand Send(EnrolmentEvent wanted, EnrolmentReply reply)
    {
        var command = new EnrolmentCommand(Guid.NewGuid(), wanted);
        _ledger.Send(1, command);
        _ledger.Settle(1, reply);
        return command;
    }

    // A new one each time: a verifier judges once.
    private Task<VerdictRecord> VerifyAsync(int eventsOfJoining, long preloaded = 0) =>
        new EnrolmentVerifier(_ledger, eventsOfJoining, preloaded).VerifyAsync(_stored.ToAsyncEnumerable(), TimeProvider.System);

    private static async IAsyncEnumerable<StoredEnrolment> Broken(IReadOnlyList<StoredEnrolment> before)
    {
        await Task.Yield();
        foreach (var stored in before)
        {
            yield return stored;
        }

        throw new InvalidOperationException("gone");
    }
}
