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
            var underWay = new (long Number, RosterCommand Command, RosterRefusal? Refusal, bool IsDecided)?[4];
            world.Do(Open with { Number = 3 });
            for (var turn = 0; turn < 300; turn++)
            {
                var worker = random.NextBelow(underWay.Length);
                if (underWay[worker] is not { } operation)
                {
                    var change = random.NextBelow(2) == 0 ? RosterChange.Add : RosterChange.Remove;
                    var command = new RosterCommand(change, random.NextBelow(3) + 1);
                    underWay[worker] = (world.Begin(command, worker), command, null, false);
                }
                else if (!operation.IsDecided)
                {
                    var isAdded = operation.Command.Change == RosterChange.Add;
                    var isDone = isAdded ? members.Add(operation.Command.Number) : members.Remove(operation.Command.Number);
                    var refusal = isAdded ? RosterRefusal.Member : RosterRefusal.NotMember;
                    underWay[worker] = operation with { Refusal = isDone ? null : refusal, IsDecided = true };
                    if (isDone)
                        world.Store(operation.Number);
                }
                else
                {
                    var answer = operation.Refusal is null ? Outcome.Success : Outcome.Refused;
                    var outcome = random.NextBelow(10) == 0 ? Outcome.Timeout : answer;
                    world.End(outcome, outcome == Outcome.Refused ? operation.Refusal : null, worker);
                    underWay[worker] = null;
                }
            }

            var (rule, findings) = world.Judge();
            findings.Examples.ShouldBeEmpty($"seed {seed}");
            rule.StateOf(key: 0).Members.Order().ShouldBe(members.Order());
        }
    }

    private Dictionary<string, long> Found(bool seesAcknowledged = true) => new(_world.Judge(seesAcknowledged).Findings.ToRecord());
}
