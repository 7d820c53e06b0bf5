namespace EventSourcingBench.LoadTests.Tests;

public sealed class StepRunnerTests
{
    // What is in the store may be right: the step has no figures all the same.
    [Theory]
    [InlineData(false, true, "verified: all")]
    [InlineData(true, false, "not verified to the end: The subscriber stalled.")]
    public async Task A_step_whose_load_failed_has_no_good_verdict(bool fails, bool passed, string text)
    {
        var experiment = new Experiment();
        var record = await RunAsync(
            fails ? experiment with { Load = () => throw new StoreFailureException("The subscriber stalled.") } : experiment);
        (record.Verdict.Passed, record.Verdict.Text).ShouldBe((passed, text));
        record.Errors.Keys.ShouldBe(fails ? ["The subscriber stalled."] : []);
    }

    [Fact]
    public async Task Only_a_load_that_was_cut_off_makes_a_step_interrupted()
    {
        using var duringLoad = new CancellationTokenSource();
        using var afterwards = new CancellationTokenSource();
        (await RunAsync(new Experiment { Load = duringLoad.CancelAsync }, null, duringLoad.Token)).Interrupted.ShouldBeTrue();
        (await RunAsync(new Experiment { Verify = afterwards.CancelAsync }, null, afterwards.Token)).Interrupted.ShouldBeFalse();
    }

    [Fact]
    public async Task Steps_of_a_group_are_loaded_and_read_back_at_the_same_time_whatever_one_of_them_takes_or_whether_it_fails()
    {
        var (heard, group) = (new ConcurrentQueue<string>(), new StepGroup(3));
        var (isReady, isLoaded) = (new TaskCompletionSource(), new TaskCompletionSource());
        var ended = Task.WhenAll(
            RunAsync(Of("quick"), group),
            RunAsync(Of("slow") with { Prepare = () => isReady.Task, Load = () => Hear("load slow", isLoaded.Task) }, group),
            RunAsync(Of("broken") with { Prepare = () => throw new StoreFailureException("It is full.") }, group));
        heard.ShouldBeEmpty();
        isReady.SetResult();
        await Waiting.UntilAsync(() => heard.Count == 2, "both loads begin");
        heard.ShouldBe(["load quick", "load slow"], ignoreOrder: true);
        isLoaded.SetResult();

        (await ended).Select(r => r.Verdict.Passed).ShouldBe([true, true, false]);
        heard.Skip(2).ShouldBe(["verify quick", "verify slow", "verify broken"], ignoreOrder: true);

        Experiment Of(string name) => new() { Load = () => Hear($"load {name}"), Verify = () => Hear($"verify {name}") };
        Task Hear(string what, Task? then = null)
        {
            heard.Enqueue(what);
            return then ?? Task.CompletedTask;
        }
    }

    private static Task<StepRecord> RunAsync(Experiment experiment, StepGroup? group = null, CancellationToken? cancellationToken = null)
    {
        var suite = SuiteCatalog.Find("append") with { Load = null, Create = _ => experiment };
        var step = new Step(1, suite, WorkloadFile.Load("append", "smoke"), "fake", Trial: 1, Copies: 1, Rate: null);
        return new StepRunner(step, new FakeStore().UnderTest, TestTools.With(), group).RunAsync(cancellationToken ?? Cancel);
    }

    private sealed record Experiment : IExperiment
    {
        public Func<Task> Prepare { get; init; } = () => Task.CompletedTask;

        public Func<Task> Load { get; init; } = () => Task.CompletedTask;

        public Func<Task> Verify { get; init; } = () => Task.CompletedTask;

        public Task PrepareAsync(CancellationToken cancellationToken) => Prepare();

        public async Task<StepRecord> LoadAsync(StepRecord result, CancellationToken cancellationToken)
        {
            await Load();
            return result;
        }

        public async Task<VerdictRecord> VerifyAsync(string? failure)
        {
            await Verify();
            return new VerdictRecord { Passed = true, Text = "verified: all" };
        }
    }
}
