namespace EventSourcingBench.LoadTests.Tests;

public sealed class StepRunnerTests
{
    // What is in the store may be right: the step has no figures all the same.
    [Theory]
    [InlineData(false, true, "verified: all")]
    [InlineData(true, false, "not verified to the end: The subscriber stalled.")]
    public async Task A_step_whose_load_failed_has_no_good_verdict(bool fails, bool passed, string text)
    {
        var suite = SuiteCatalog.Find("append") with { Load = null, Create = _ => new Experiment(fails) };
        var step = new Step(1, suite, WorkloadFile.Load("append", "smoke"), "fake", Trial: 1, Copies: 1, Rate: null);
        var record = await new StepRunner(step, new FakeStore().UnderTest, TestTools.With()).RunAsync(Cancel);
        (record.Verdict.Passed, record.Verdict.Text).ShouldBe((passed, text));
        record.Errors.Keys.ShouldBe(fails ? ["The subscriber stalled."] : []);
    }

    private sealed class Experiment(bool fails) : IExperiment
    {
        public Task PrepareAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task<StepRecord> LoadAsync(StepRecord result, CancellationToken cancellationToken) =>
            fails ? throw new StoreFailureException("The subscriber stalled.") : Task.FromResult(result);

        public Task<VerdictRecord> VerifyAsync(string? failure) =>
            Task.FromResult(new VerdictRecord { Passed = true, Text = "verified: all" });
    }
}
