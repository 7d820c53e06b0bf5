namespace EventSourcingBench.LoadTests.Tests;

/// <summary>Runs until they are decided, of steps that take a minute each.</summary>
public sealed class BlockRunnerTests
{
    private readonly FakeClock _clock = new();
    private readonly List<Step> _ran = [];

    [Theory]
    // Three blocks of 3 steps: two stores and one of them again.
    [InlineData("10m", 3, 3)]
    [InlineData("1h", 5, 5)]
    // No block begins when the time is over, and the planned ones are run in any case.
    [InlineData("10m", 9, 4)]
    [InlineData("1m", 9, 3)]
    public async Task Blocks_go_on_until_all_is_decided_or_the_time_is_over(string limit, int decidedAfter, int blocks)
    {
        var runner = await RunAsync(limit, _ => _ran.Max(s => s.Trial) >= decidedAfter);
        _ran.Select(s => s.Trial).ShouldBe(Enumerable.Range(1, blocks).SelectMany(block => Enumerable.Repeat(block, 3)));
        _ran.Select(s => s.Number).ShouldBe(Enumerable.Range(1, 3 * blocks));
        _ran.Where(s => s.Again).Select(s => s.Subject).Distinct().ShouldHaveSingleItem();
        runner.Undecided.ShouldBe(blocks < decidedAfter ? ["it"] : []);
    }

    [Fact]
    public async Task Of_two_suites_only_the_undecided_one_goes_on()
    {
        await RunAsync(
            "10h", suite => suite.Name == "append" || _ran.Count(s => s.Suite.Name == "projection") >= 15, "append", "projection");
        _ran.CountBy(s => s.Suite.Name).ShouldBe([KeyValuePair.Create("append", 9), KeyValuePair.Create("projection", 15)]);
    }

    // Nine minutes each are planned: a further block of the first begins in time, and that of the second would not.
    [Fact]
    public async Task No_block_of_any_suite_begins_when_the_time_is_over()
    {
        await RunAsync("19m", _ => false, "append", "projection");
        _ran.CountBy(s => s.Suite.Name).ShouldBe([KeyValuePair.Create("append", 12), KeyValuePair.Create("projection", 9)]);
    }

    [Fact]
    public async Task A_run_without_the_time_has_its_trials_only() => (await RunAsync(null, _ => false)).Undecided.ShouldBeNull();

    [Fact]
    public void Five_trials_are_the_least_unless_the_user_says_how_many() =>
        new[] { "--until-decided 10m", "--until-decided 10m --trials 2", "--duration 1s" }
            .Select(arguments => RunPreparation.Make(TestTools.Settings("append", arguments), TimeProvider.System))
            .Select(preparation => preparation.Workloads.Single().Workload.Get(LoadParameters.Trials)).ShouldBe([5, 2, 1]);

    private async Task<BlockRunner> RunAsync(string? limit, Func<Suite, bool> isDecided, params string[] suites)
    {
        var plan = StepPlan.Create(
            [.. suites.DefaultIfEmpty("append").Select(s => (SuiteCatalog.Find(s), WorkloadFile.Load(s, "smoke").With(
                [
                    new(LoadParameters.Trials, "3"), new(LoadParameters.Copies, "2"),
                    .. limit is null ? (ParameterText[])[] : [new(LoadParameters.UntilDecided, limit)],
                ])))],
            _ => ["memory", "sqlite"], seed: 1, together: false);
        var runner = new BlockRunner(
            plan,
            group =>
            {
                _ran.AddRange(group);
                _clock.Advance(TimeSpan.FromMinutes(1));
                return Task.CompletedTask;
            },
            suite => isDecided(suite) ? [] : ["it"],
            new RunProgress(TextWriter.Null, _clock),
            _clock);
        await runner.RunAsync(Cancel);
        return runner;
    }
}
