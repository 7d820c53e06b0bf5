using Apache.Arrow;
using Apache.Arrow.Ipc;

namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>Load by several processes: merged, verified as one.</summary>
public sealed class GeneratorTests : RunTest
{
    // Some hundred events a second are enough to be shared; each is verified.
    private const string Unhurried = "--stores memory --store-option memory.delay=20ms --no-ceiling";

    [Fact]
    public async Task Several_processes_share_the_load_over_those_of_the_api_and_every_event_of_theirs_is_verified()
    {
        // An embedded store has one process of the API, whatever is asked for.
        var server = await Postgres.WhyNotAsync() is null ? ",postgres:tuned" : "";
        var run = await VerifiedAsync(
            $"projection --profile smoke --no-ceiling --servers local --stores memory{server} --store-option memory.delay=20ms --copies 3 "
            + "--duration 1500ms --warm-up 300ms --generators 2 --api-nodes 2 --keep-history");

        run.Run.Generators.ShouldBe(["2 processes on this host"]);
        run.Run.Engine.ShouldStartWith("built-in");
        var step = run.Steps.Single(s => s.Store == "memory");
        var successes = step.Operations.Single(o => o.Outcome == Outcome.Success).ServiceTime.Count;
        successes.ShouldBeGreaterThan(0);
        step.Verdict.Acknowledged.ShouldBeGreaterThan(successes);
        step.ProjectionDelay!.Count.ShouldBe(successes);
        BreakdownTests.ShouldBeInTheStore(step, isDirect: false);
        step.Seconds.Sum(s => s.Successes).ShouldBeInRange(1, successes);
        Directory.EnumerateFiles(Path.Combine(Results, "history")).Select(Path.GetFileName).Order()
            .ShouldBe(run.Steps.SelectMany(s => (string[])[$"00{s.Number}-observations.arrow", $"00{s.Number}-operations.arrow"]));
        var page = ReadResult("report.html");
        page.ShouldContain("2 processes on this host");
        page.ShouldContain("Breakdown of a request");

        await Postgres.SkipWithoutAsync();
        var shared = run.Steps.Single(s => s.Store == "postgres:tuned (2 API nodes)");
        var nodes = shared.Seconds.SelectMany(s => s.Nodes.Index()).ToLookup(n => n.Index, n => n.Item);
        nodes.Select(n => n.Max(s => s!.Cores)).ShouldAllBe(most => most > 0.02);
        nodes.Count.ShouldBe(2);
    }

    [Nightly, Fact]
    public async Task A_generator_that_was_started_before_takes_part_in_every_suite_with_a_timed_load_and_stays()
    {
        // The folder that it is started in is of no matter.
        Temp.Write("appsettings.json", "settings of another program");
        await using var generator = Runner.Start(new RunnerOptions { WorkingDirectory = Temp.Path }, "generator --listen 127.0.0.1:0");
        var address = (await generator.TellsAfterAsync("listening on http://")).TrimEnd('/');
        (string Suite, int? Requests)[] runs =
        [
            ("append --stores memory --rate 50 --duration 1s --warm-up 0", 50),
            ("enrolment --stores dcb-memory --hot-courses 2 --preload 120 --via http --copies 3", null),
            ("reservation --stores memory --request-order hot --command-handling optimistic --copies 3 --generators 1", null),
        ];
        foreach (var (suite, requests) in runs)
        {
            var results = Temp.At(suite.Split(' ')[0]);

            var ended = await Command.RunAsync($"{suite} --profile smoke --no-ceiling --generator-hosts {address} --output {results}");

            ended.ShouldExitWith(0);
            var step = RunFolder.Read(results).Steps.ShouldHaveSingleItem();
            step.Verdict.Passed.ShouldBeTrue(step.Verdict.Text);
            step.Verdict.Acknowledged.ShouldBeGreaterThan(0);
            step.Operations.Where(o => o.Outcome is Outcome.Error or Outcome.Timeout).ShouldBeEmpty();
            var all = step.Operations.Sum(o => o.ServiceTime.Count);
            all.ShouldBe(requests ?? all);
        }
    }

    [Fact]
    public async Task A_generator_that_dies_takes_its_history_with_it_and_the_step_says_so()
    {
        await using var generator = Runner.Start(RunnerOptions.Default, "generator --listen 127.0.0.1:0");
        var address = (await generator.TellsAfterAsync("listening on http://")).TrimEnd('/');
        var run = EndAsync(
            $"append {Unhurried} --copies 2,3 --duration 3s --warm-up 0 --generators 1 --generator-hosts {address} --no-breakdown");
        await Waiting.UntilAsync(
            () => run.IsCompleted || File.Exists(Path.Combine(Results, "steps", "001.json")), "the second step begins", seconds: 120);
        await Task.Delay(TimeSpan.FromSeconds(1.5), Cancel);

        await generator.SignalAsync("KILL");

        (await run).ShouldExitWith(1);
        var steps = RunFolder.Read(Results).Steps;
        steps[0].Verdict.Passed.ShouldBeTrue(steps[0].Verdict.Text);
        steps[0].Operations.ShouldAllBe(o => o.Breakdown == null);
        var step = steps[1];
        step.Verdict.Passed.ShouldBeFalse();
        step.Verdict.Text.ShouldStartWith($"not verified: The generator {address} cannot be reached, or was lost");
        step.Verdict.Findings.ShouldBeEmpty("events of the other generator are no findings");
    }

    [Nightly, Fact]
    public async Task Generators_follow_an_api_that_a_fault_has_killed_to_its_new_address()
    {
        var run = await VerifiedAsync(
            "faults --profile smoke --no-ceiling --stores sqlite --faults kill-api --generators 3 --every 2s --duration 20s --rate 100");

        var record = run.Steps.ShouldHaveSingleItem().Detail<FaultRecord>(FaultRecord.Name).ShouldNotBeNull();
        record.WhyNot.ShouldBeNull();
        // An API takes up to ten seconds to start on a busy machine. Generators that do not follow it never have an answer again.
        record.Recovered.ShouldBePositive();
    }

    [Nightly, Fact]
    public async Task Ctrl_c_ends_all_of_them_and_what_they_measured_is_verified()
    {
        await using var runner = Start($"append {Unhurried} --copies 1,2 --duration 4s --warm-up 0 --generators 2");
        await runner.SaysAsync("append memory 1 copy");
        await Task.Delay(TimeSpan.FromSeconds(2));
        await runner.SignalAsync("INT");
        (await runner.EndAsync()).ExitCode.ShouldBe(130);
        var steps = RunFolder.Read(Results).Steps;
        steps.Select(s => s.Interrupted).ShouldBe([false, true]);
        steps[1].Verdict.Passed.ShouldBeTrue(steps[1].Verdict.Text);
        steps[1].Verdict.Acknowledged.ShouldBeGreaterThan(0);
    }

    [Nightly, Fact]
    public async Task Four_generators_send_at_a_rate_what_one_process_sends_and_record_each_request_of_their_histories_once()
    {
        const string load = $"append {Unhurried} --rate 100 --duration 2s --warm-up 0 --profile smoke --keep-history --verify-reads 0";
        (await Command.RunAsync($"{load} --output {Temp.At("one")}")).ShouldExitWith(0);
        (await Command.RunAsync($"{load} --generators 4 --output {Temp.At("four")}")).ShouldExitWith(0);

        long Sent(string run) => RunFolder.Read(Temp.At(run)).Steps.Single().Operations.Sum(o => o.ServiceTime.Count);
        (Sent("one"), Sent("four")).ShouldBe((200, 200));
        using var reader = new ArrowFileReader(File.OpenRead(Temp.At("four/history/001-operations.arrow")));
        var batch = await reader.ReadNextRecordBatchAsync(Cancel);
        ((Int32Array)batch.Column("process")).Distinct().Order().ShouldBe([1, 2, 3, 4]);
        ((Int64Array)batch.Column("number")).Order().ShouldBe(Enumerable.Range(0, 200).Select(n => (long?)n));
    }

    [Nightly]
    [Fact]
    public async Task What_other_processes_write_is_read_beside_their_load()
    {
        var ended = await EndAsync(
            $"enrolment --profile smoke --stores lie-dcb-query-old {WithFaulty} --via http --generators 2 --clients 4 --duration 4s "
            + "--warm-up 0 --no-ceiling");

        ended.ShouldExitWith(1);
        var steps = RunFolder.Read(Results).Steps;
        steps.ShouldNotBeEmpty();
        steps.ShouldAllBe(s => s.Verdict[FindingKind.StaleRead] > 0);
    }

    [Fact]
    public async Task A_run_waits_for_generators_and_an_api_that_are_started_elsewhere_and_a_generator_ends_with_it_when_it_should()
    {
        using var place = new TcpListener(IPAddress.Loopback, 0);
        place.Start();
        var late = ((IPEndPoint)place.LocalEndpoint).Port;
        await using var api = Runner.Start(
            RunnerOptions.Default, $"serve --store sqlite --allow-reset --urls http://127.0.0.1:0 --data-folder {Temp.Path}");
        var address = (await api.TellsAfterAsync("listening on http://")).TrimEnd('/');
        var run = EndAsync(
            $"append --api-hosts sqlite={address} --generator-hosts 127.0.0.1:{late} --wait 2m --copies 2 --duration 1s --warm-up 0 "
            + "--no-ceiling --profile smoke");
        // It asks for the generator, which is not there yet.
        (await place.AcceptTcpClientAsync(Cancel).AsTask().WaitAsync(TimeSpan.FromMinutes(2))).Dispose();
        place.Stop();

        var generator = Command.RunAsync($"generator --listen 127.0.0.1:{late} --once");

        (await run).ShouldExitWith(0);
        (await generator).ShouldExitWith(0);
        var step = RunFolder.Read(Results).Steps.ShouldHaveSingleItem();
        step.Store.ShouldBe("sqlite");
        step.Verdict.Acknowledged.ShouldBeGreaterThan(0);
        step.Verdict.Text.ShouldContain($"not reopened: its data is where its API runs, at {address}");
        // This machine sees its process.
        step.Seconds.ShouldAllBe(s => s.ApiCores != null);
    }
}
