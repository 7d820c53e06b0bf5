namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>Load by several processes: merged, verified as one.</summary>
public sealed class GeneratorTests : IDisposable
{
    // Some hundred events a second are enough to be shared; each is verified.
    private static readonly string[] Unhurried = ["--stores", "memory", "--store-option", "memory.delay=5ms"];

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Several_processes_share_the_load_and_every_event_of_theirs_is_verified()
    {
        var results = _folder.At("run");

        var ended = await Command.RunAsync(
            [
                "projection", .. Unhurried, "--copies", "3", "--duration", "1s", "--warm-up", "300ms", "--generators", "2",
                "--keep-history", "--output", results,
            ]);

        ended.ShouldExitWith(0);
        var run = RunFolder.Read(results);
        run.Run.Generators.ShouldBe(["2 processes on this host"]);
        run.Run.Engine.ShouldStartWith("built-in");
        var step = run.Steps.ShouldHaveSingleItem();
        step.Verdict.Passed.ShouldBeTrue(step.Verdict.Text);
        var successes = step.Operations.Single(o => o.Outcome == Outcome.Success).ServiceTime.Count;
        successes.ShouldBeGreaterThan(0);
        step.Verdict.Acknowledged.ShouldBeGreaterThan(successes);
        step.ProjectionDelay!.Count.ShouldBe(successes);
        step.Seconds.Sum(s => s.Successes).ShouldBeInRange(1, successes);
        Directory.EnumerateFiles(Path.Combine(results, "history")).Select(Path.GetFileName).Order()
            .ShouldBe(["001-observations.arrow", "001-operations.arrow"]);
        (await File.ReadAllTextAsync(Path.Combine(results, "report.html"), TestContext.Current.CancellationToken)).ShouldContain("2 processes on this host");
    }

    [Theory]
    [InlineData("enrolment", "dcb-memory", "--hot-courses", "2", "--preload", "120")]
    [InlineData("reservation", "memory", "--request-order", "hot", "--command-handling", "optimistic")]
    public async Task Every_suite_with_a_timed_load_runs_on_several_processes(string suite, string store, params string[] options)
    {
        var results = _folder.At("run");

        var ended = await Command.RunAsync(
            [suite, "--profile", "smoke", "--stores", store, "--via", "http", "--copies", "3", "--generators", "2", "--output", results, .. options]);

        ended.ShouldExitWith(0);
        var step = RunFolder.Read(results).Steps.ShouldHaveSingleItem();
        step.Verdict.Passed.ShouldBeTrue(step.Verdict.Text);
        step.Operations.Where(o => o.Outcome is Outcome.Error or Outcome.Timeout).ShouldBeEmpty();
        step.Verdict.Acknowledged.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task A_generator_that_was_started_before_takes_part_and_stays()
    {
        await using var generator = Runner.Start(new RunnerOptions(), "generator", "--listen", "127.0.0.1:0");
        var address = (await generator.TellsAfterAsync("listening on http://")).TrimEnd('/');
        for (var i = 1; i <= 2; i++)
        {
            var results = _folder.At($"run{i}");

            var ended = await Command.RunAsync(
                "append", "--stores", "memory", "--rate", "50", "--duration", "1s", "--warm-up", "0", "--generator-hosts", address, "--output", results);

            ended.ShouldExitWith(0);
            var step = RunFolder.Read(results).Steps.ShouldHaveSingleItem();
            step.Verdict.Passed.ShouldBeTrue(step.Verdict.Text);
            step.Operations.Sum(o => o.ServiceTime.Count).ShouldBe(50);
        }
    }

    [Fact]
    public async Task A_generator_that_dies_takes_its_history_with_it_and_the_step_says_so()
    {
        await using var generator = Runner.Start(new RunnerOptions(), "generator", "--listen", "127.0.0.1:0");
        var address = (await generator.TellsAfterAsync("listening on http://")).TrimEnd('/');
        var results = _folder.At("run");
        await using var runner = Runner.Start(
            new RunnerOptions(),
            [
                "append", .. Unhurried, "--copies", "2", "--duration", "60s", "--warm-up", "0",
                "--generators", "1", "--generator-hosts", address, "--output", results,
            ]);
        await runner.SaysAsync("append memory 2 copies");
        await Task.Delay(TimeSpan.FromMilliseconds(700), TestContext.Current.CancellationToken);

        await generator.SignalAsync("KILL");
        await runner.SignalAsync("INT");
        var ended = await runner.EndAsync();

        ended.ExitCode.ShouldBe(130);
        var step = RunFolder.Read(results).Steps.ShouldHaveSingleItem();
        step.Verdict.Passed.ShouldBeFalse();
        step.Verdict.Text.ShouldStartWith($"not verified: The generator {address} cannot be reached, or was lost");
        step.Verdict.Findings.ShouldBeEmpty("events of the other generator are no findings");
    }

    [Fact]
    public async Task A_generator_does_not_care_for_the_folder_it_is_started_in()
    {
        _folder.Write("appsettings.json", "settings of another program");

        await using var generator = Runner.Start(new RunnerOptions { WorkingDirectory = _folder.Path }, "generator", "--listen", "127.0.0.1:0");

        await generator.SaysAsync("listening on http://");
    }

    [Fact]
    public async Task Ctrl_c_ends_all_of_them_and_what_they_measured_is_verified()
    {
        var results = _folder.At("run");
        await using var runner = Runner.Start(
            new RunnerOptions(), ["append", .. Unhurried, "--copies", "1,2", "--duration", "4s", "--warm-up", "0", "--generators", "2", "--output", results]);
        await runner.SaysAsync("append memory 1 copy");
        await Task.Delay(TimeSpan.FromSeconds(2));

        await runner.SignalAsync("INT");
        var ended = await runner.EndAsync();

        ended.ExitCode.ShouldBe(130);
        var steps = RunFolder.Read(results).Steps;
        steps.Select(s => s.Interrupted).ShouldBe([false, true]);
        var step = steps[1];
        step.Verdict.Passed.ShouldBeTrue(step.Verdict.Text);
        step.Verdict.Acknowledged.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task Another_engine_makes_no_load_by_generators()
    {
        var ended = await Command.RunAsync("append", "--stores", "memory", "--engine", "nbomber", "--generators", "2", "--output", _folder.At("run"));

        // Where its packages are missing, that is said first.
        ended.ShouldComplain("nbomber");
        (ended.Errors.Contains("cannot run here", StringComparison.Ordinal) || ended.Errors.Contains("for the built-in engine", StringComparison.Ordinal))
            .ShouldBeTrue(ended.Errors);
    }
}
