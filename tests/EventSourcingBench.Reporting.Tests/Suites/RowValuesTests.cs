namespace EventSourcingBench.Reporting.Tests.Suites;

public sealed class RowValuesTests
{
    [Fact]
    public void A_row_of_a_trial_has_its_times_and_that_of_a_step_their_median()
    {
        var run = new SyntheticRun().Add("projection", "sqlite", 4, trial: 1, latencyMicroseconds: 1000, delayMicroseconds: 2000)
            .Add("projection", "sqlite", 4, trial: 2, latencyMicroseconds: 3000, delayMicroseconds: 6000).Build();
        var suite = SuiteDefinition.Of("projection", [run]);
        var cell = CellBuilder.Build(suite, [run]).ShouldHaveSingleItem();
        foreach (var name in new[] { "delay.p50", "response.p50", "service.p50" })
        {
            var (first, second) = (Of(cell.Trials[0]), Of(cell.Trials[1]));
            second.ShouldBe(3 * first, first * 0.01, name);
            new RowValues(suite, cell).Number(name)!.Value.ShouldBe(2 * first, first * 0.01, name);

            double Of(StepRecord trial) => new RowValues(suite, cell, trial).Number(name)!.Value;
        }
    }
}
