namespace EventSourcingBench.LoadTests.Tests;

/// <summary>What no honest store does to seats, courses and students is found, and nothing else.</summary>
public sealed class RosterRuleTests
{
    private static readonly RosterCommand Open = new(RosterChange.Open, 2);
    private static readonly RosterCommand Add = new(RosterChange.Add, 1);
    private static readonly RosterCommand Remove = new(RosterChange.Remove, 1);
    private static readonly RosterCommand Join = new(RosterChange.Add);
    private readonly RosterWorld _world = new();

    [Fact]
    public void What_was_decided_rightly_is_sound()
    {
        _world.Refuse(Add, RosterRefusal.Missing);
        _world.Do(Open);
        _world.Refuse(Open, RosterRefusal.Open);
        _world.Refuse(Remove, RosterRefusal.NotMember);
        _world.Refuse(Add with { Number = 3 }, RosterRefusal.NoSuchPlace);
        _world.Do(Add);
        _world.Refuse(Add, RosterRefusal.Member);
        _world.Do(Remove);
        _world.Do(Add with { Number = 2 });
        Found().ShouldBeEmpty();
    }

    [Theory]
    [InlineData(RosterChange.Open, 2, "show", "conditions_violated")]
    [InlineData(RosterChange.Add, 1, "never opened", "conditions_violated")]
    [InlineData(RosterChange.Add, 1, "show", "conditions_violated")]
    [InlineData(RosterChange.Remove, 2, "show", "conditions_violated")]
    [InlineData(RosterChange.Add, 3, "show", "rules_broken")]
    public void A_decision_that_was_wrong_at_its_place_is_found(object change, int number, string show, string kind)
    {
        _world.Do(Open);
        _world.Do(Add);
        _world.Do(new RosterCommand((RosterChange)change, number), show);
        Found().ShouldBe(new() { [kind] = 1 });
    }

    [Theory]
    [InlineData(2, 1, "course")]
    [InlineData(1, 2, "student")]
    public void A_course_and_a_student_over_the_limit_are_found(int maxCourses, int places, string over)
    {
        _world.Do(Open with { Number = places }, "course 0");
        _world.Do(Open with { Number = maxCourses }, "student 0");
        _world.Do(Open with { Number = 1 }, over == "course" ? "student 1" : "course 1");
        _world.Do(Join, "course 0", "student 0");
        _world.Do(Join, over == "course" ? "course 0" : "course 1", over == "course" ? "student 1" : "student 0");
        Found().ShouldBe(new() { ["rules_broken"] = 1 });
    }

    [Theory]
    [InlineData(nameof(RosterRefusal.Open), false)]
    [InlineData(nameof(RosterRefusal.Missing), true)]
    [InlineData(nameof(RosterRefusal.SecondMissing), true)]
    [InlineData(nameof(RosterRefusal.Member), false)]
    [InlineData(nameof(RosterRefusal.NotMember), true)]
    [InlineData(nameof(RosterRefusal.Full), false)]
    [InlineData(nameof(RosterRefusal.SecondFull), false)]
    [InlineData(nameof(RosterRefusal.NoSuchPlace), false)]
    public void A_refusal_without_a_reason_is_found_and_an_old_reason_is_one_for_an_old_state(string name, bool wasOnceSo)
    {
        var refusal = Enum.Parse<RosterRefusal>(name);
        _world.Do(Open, "course");
        _world.Do(Open, "student");
        var (key, second) = refusal == RosterRefusal.Open ? ("never opened", null) : ("course", (string?)"student");
        if (refusal == RosterRefusal.NotMember)
            _world.Do(Join, key, second);

        _world.Refuse(refusal == RosterRefusal.NoSuchPlace ? Add : Join, refusal, key, second);
        Found().ShouldBe(new() { ["false_refusals"] = 1 });
        Found(seesAcknowledged: false).Count.ShouldBe(wasOnceSo ? 0 : 1);
    }

    [Fact]
    public void A_state_that_an_operation_may_have_met_explains_its_refusal()
    {
        _world.Do(Open);
        var adding = _world.Begin(Add, worker: 1);
        _world.Refuse(Add, RosterRefusal.Member);
        _world.Refuse(Remove, RosterRefusal.NotMember);
        _world.Store(adding);
        _world.End(Outcome.Success, worker: 1);
        Found().ShouldBeEmpty();

        // From its answer on it is there, and not before it was sent.
        _world.Refuse(Remove, RosterRefusal.NotMember);
        _world.Refuse(Add with { Number = 2 }, RosterRefusal.Member);
        _world.Do(Add with { Number = 2 });
        Found().ShouldBe(new() { ["false_refusals"] = 2 });
    }

    [Fact]
    public void What_got_no_answer_may_be_done_at_any_time()
    {
        _world.Do(Open);
        var adding = _world.Begin(Add, worker: 1);
        _world.End(Outcome.Timeout, worker: 1);
        _world.Refuse(Remove, RosterRefusal.NotMember);
        _world.Refuse(Add, RosterRefusal.Member);
        _world.Store(adding);
        Found().ShouldBeEmpty();

        // What was acknowledged behind it says that it was there by then.
        _world.Do(Add with { Number = 2 });
        _world.Refuse(Remove, RosterRefusal.NotMember);
        Found().ShouldBe(new() { ["false_refusals"] = 1 });
    }

    [Fact]
    public void An_honest_store_is_never_accused()
    {
        for (var seed = 0; seed < 200; seed++)
        {
            var (world, random, members) = (new RosterWorld(), new SplitMix64(seed), new HashSet<int>());
            world.Do(Open with { Number = 3 });
            var workers = Enumerable.Range(0, 4).Select(worker => Turns(world, random, members, worker).GetEnumerator()).ToList();
            for (var turn = 0; turn < 300; turn++)
                workers[random.NextBelow(workers.Count)].MoveNext();

            var (rule, findings) = world.Judge();
            findings.Examples.ShouldBeEmpty($"seed {seed}");
            rule.StateOf(key: 0).Members.Order().ShouldBe(members.Order());
        }

        // Sends a command, has it decided, has it answered, each in a turn.
        static IEnumerable<bool> Turns(RosterWorld world, SplitMix64 random, HashSet<int> members, int worker)
        {
            while (true)
            {
                var command = (random.NextBelow(2) == 0 ? Add : Remove) with { Number = random.NextBelow(3) + 1 };
                var number = world.Begin(command, worker);
                yield return true;
                var (isAdded, place) = (command.Change == RosterChange.Add, command.Number);
                var isDone = isAdded ? members.Add(place) : members.Remove(place);
                if (isDone)
                    world.Store(number);

                yield return true;
                var outcome = random.NextBelow(10) == 0 ? Outcome.Timeout : isDone ? Outcome.Success : Outcome.Refused;
                RosterRefusal? refusal = outcome != Outcome.Refused ? null : isAdded ? RosterRefusal.Member : RosterRefusal.NotMember;
                world.End(outcome, refusal, worker);
                yield return true;
            }
        }
    }

    [Fact]
    public async Task A_show_that_is_read_with_another_version_or_other_seats_is_found()
    {
        const int Shows = 200;
        for (var show = 0; show < Shows; show++)
        {
            _world.Do(Open with { Number = 3 }, ShowIds.Of(show));
            _world.Do(Add with { Number = 2 }, ShowIds.Of(show));
        }

        var (rosters, findings) = (_world.Judge().Rule, new Findings());
        var counting = new CountedPhase(new Counting(), Counting.Step, "verifying", Shows, TimeProvider.System);
        await new ShownCheck(rosters, ReadAsync, Shows, counting).ReadAsync(findings, Cancel);
        findings[FindingKind.RuleBroken].ShouldBe(3);
        findings.Examples.ShouldContain("rules broken: show s7 is read with 1 events and the seats 2; it has 2, which leave 2");
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

    private Dictionary<string, long> Found(bool seesAcknowledged = true) => new(_world.Judge(seesAcknowledged).Findings.ToRecord());

    private static Task<ShownSeats?> ReadAsync(string show, CancellationToken cancellationToken) => Task.FromResult<ShownSeats?>(show switch
    {
        "s7" => new(1, [2]),
        "s8" => new(2, [1]),
        "s9" => null,
        _ => new(2, [2]),
    });
}
