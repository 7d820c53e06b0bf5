namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>A test of the command, with a folder that is gone after it.</summary>
public abstract class RunTest : TempFolderTest
{
    /// <summary>Where runs leave their results.</summary>
    private protected string Results => Temp.At("run");

    /// <summary>The option for the stores that are wrong on purpose.</summary>
    private protected static string WithFaulty => $"--plugin-folder \"{Places.FaultyStores}\"";

    /// <summary>Runs the command in the process of the tests.</summary>
    private protected Task<Ended> EndAsync(string arguments) => Command.RunAsync($"{arguments} --output {Results}");

    /// <summary>Runs it to an end without a message on standard error.</summary>
    private protected async Task<(Ended Ended, RunFolder Run)> RunAsync(string arguments, int exitCode = 0)
    {
        var ended = (await EndAsync(arguments)).ShouldExitWith(exitCode);
        ended.Errors.ShouldBeEmpty();
        return (ended, RunFolder.Read(Results));
    }

    /// <summary>The same where every step passes.</summary>
    private protected async Task<RunFolder> VerifiedAsync(string arguments)
    {
        var run = (await RunAsync(arguments)).Run;
        run.Steps.ShouldAllBe(s => s.Verdict.Passed, string.Join('\n', run.Steps.Select(s => s.Verdict.Text)));
        return run;
    }

    private protected async Task<StepRecord> VerifiedStepAsync(string arguments) =>
        (await VerifiedAsync(arguments)).Steps.ShouldHaveSingleItem();

    /// <summary>Starts the command as a process.</summary>
    private protected Runner Start(string arguments, RunnerOptions? options = null) =>
        Runner.Start(options ?? RunnerOptions.Default, $"{arguments} --output {Results}");

    /// <summary>Runs it as a process to its end.</summary>
    private protected Task<Ended> EndProcessAsync(string arguments, RunnerOptions? options = null) =>
        Runner.RunAsync(options ?? RunnerOptions.Default, $"{arguments} --output {Results}");

    /// <summary>A file of the results.</summary>
    private protected string ReadResult(string file) => File.ReadAllText(Path.Combine(Results, file));
}
