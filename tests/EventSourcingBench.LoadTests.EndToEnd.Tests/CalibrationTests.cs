namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

public sealed class CalibrationTests
{
    [Theory]
    [InlineData("env", 0)]
    [InlineData("nowhere", 2)]
    public async Task Several_calibrations_run_one_after_the_other_until_one_cannot(string servers, int exitCode)
    {
        var ended = (await Command.RunAsync($"calibrate delay postgres-api --servers {servers}")).ShouldExitWith(exitCode);

        ended.Output.Split("EVENTSOURCINGBENCH_POSTGRES is not set").Length.ShouldBe(exitCode == 0 ? 3 : 1);
        ended.Errors.Split("There is no way to have servers 'nowhere'").Length.ShouldBe(exitCode == 0 ? 1 : 2);
    }
}
