using System.Text;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class WorkloadFileTests : IDisposable
{
    private const string Sound = """
        {
          "suite": "append",
          "question": "How many?",
          "profiles": {
            "mine": {
              "copies": [1, 8],
              "streams": 2,
              "warmUp": "0",
              "duration": "1.5s",
              "trials": 3,
              "timeout": "250ms"
            }
          }
        }
        """;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Every_suite_has_a_workload_with_all_profiles()
    {
        WorkloadFile.Suites.ShouldBe(Suite.All.Select(s => s.Name).Order(StringComparer.Ordinal));
        foreach (var suite in WorkloadFile.Suites)
        {
            WorkloadFile.Profiles(suite).ShouldBe(["quick", "paper", "smoke"]);
        }
    }

    [Theory]
    [InlineData("orders", "requestOrders")]
    [InlineData("strategies", "commandHandling")]
    public void A_former_key_is_an_error_that_names_the_new_one(string former, string name)
    {
        var file = Path.Combine(_folder.Path, "mine.json");
        File.WriteAllText(file, $$"""
            {
              "suite": "reservation",
              "question": "How long?",
              "profiles": { "mine": { "rates": [10], "{{former}}": ["serial"] } }
            }
            """);

        Should.Throw<UserException>(() => WorkloadFile.Read(file, "reservation", "mine")).Message
            .ShouldBe($"{file}, line 4: profiles.mine.{former}: the key '{former}' is now '{name}'.");
    }

    [Theory]
    [InlineData("append")]
    [InlineData("projection")]
    public void The_profiles_are_what_was_published_and_what_fits_three_minutes(string suite)
    {
        var paper = WorkloadFile.Load(suite, "paper");
        paper.Copies.ShouldBe([1, 2, 4, 8]);
        paper.Duration.ShouldBe(TimeSpan.FromMinutes(5));
        paper.Streams.ShouldBe(1);
        paper.Ramp.ShouldBeFalse();

        var quick = WorkloadFile.Load(suite, "quick");
        quick.Copies.ShouldBe([1, 2, 4, 8]);
        (quick.Duration + quick.WarmUp).ShouldBe(TimeSpan.FromSeconds(4.5));
        quick.Trials.ShouldBe(1);

        var smoke = WorkloadFile.Load(suite, "smoke");
        (smoke.Duration + smoke.WarmUp).ShouldBeLessThan(TimeSpan.FromSeconds(1));
        smoke.Question.ShouldEndWith("?");
    }

    [Fact]
    public void All_values_are_read()
    {
        var workload = Read(Sound);

        workload.Question.ShouldBe("How many?");
        workload.Copies.ShouldBe([1, 8]);
        workload.Rates.ShouldBeEmpty();
        workload.Streams.ShouldBe(2);
        workload.WarmUp.ShouldBe(TimeSpan.Zero);
        workload.Duration.ShouldBe(TimeSpan.FromSeconds(1.5));
        workload.Trials.ShouldBe(3);
        workload.Timeout.ShouldBe(TimeSpan.FromMilliseconds(250));
    }

    [Fact]
    public void An_open_workload_is_read()
    {
        var workload = Read(Sound.Replace("\"copies\": [1, 8]", "\"rates\": [0.5, 500], \"ramp\": true", StringComparison.Ordinal));

        workload.Rates.ShouldBe([0.5, 500]);
        workload.Copies.ShouldBeEmpty();
        workload.Ramp.ShouldBeTrue();
    }

    [Fact]
    public void Ingest_and_growth_have_the_published_parameters()
    {
        var ingest = WorkloadFile.Load("ingest", "paper");
        ingest.Counts.ShouldBe([1, 100, 10_000, 1_000_000]);
        ingest.Buffers.ShouldBe([1 << 10, 64 << 10, 1 << 20]);
        ingest.BufferModes.ShouldBe(["blocking", "non-blocking"]);
        ingest.Nodes.ShouldBe([1, 3]);
        ingest.Trials.ShouldBe(10);
        ingest.MemoryLimit.ShouldBe(64L << 20);
        ingest.Linger.ShouldBe(TimeSpan.FromSeconds(1));
        ingest.KillNodeAt.ShouldBeNull();
        ingest.Duration.ShouldBe(TimeSpan.Zero);

        var growth = WorkloadFile.Load("growth", "paper");
        growth.Events.ShouldBe(10_000_000);
        growth.SampleEvery.ShouldBe(100_000);
        growth.MemoryLimit.ShouldBe(0);
    }

    [Theory]
    [InlineData("\"counts\": [1]", "\"copies\": [1]", "'copies' is no key here; valid are counts, buffers, bufferModes, nodes, streams, linger, memoryLimit, killNodeAt, trials, timeout.")]
    [InlineData("\"counts\": [1]", "\"counts\": [0]", "profiles.mine.counts: say events from 1 to 100000000")]
    [InlineData("\"counts\": [1],", "", "the key 'counts' is missing")]
    [InlineData("\"4KB\"", "4096", "profiles.mine.buffers: say a size as a text with a unit")]
    [InlineData("\"4KB\"", "\"4XB\"", "profiles.mine.buffers: say a size as a text with a unit")]
    [InlineData("\"4KB\"", "\"65MB\"", "profiles.mine.buffers: say sizes from 64B to 64MB")]
    [InlineData("[\"blocking\"]", "[\"sync\"]", "profiles.mine.bufferModes: say blocking, non-blocking or both.")]
    [InlineData("[\"blocking\"]", "[\"blocking\", \"blocking\"]", "profiles.mine.bufferModes: a name is there twice")]
    [InlineData("\"nodes\": [1]", "\"nodes\": [0]", "profiles.mine.nodes: say whole numbers from 1 to 9")]
    [InlineData("\"nodes\": [1]", "\"nodes\": [1], \"killNodeAt\": \"5s\"", "profiles.mine: a node can be killed only where others are left: ask for 3 nodes or more.")]
    [InlineData("[\"blocking\"]", "[\"non-blocking\"], \"memoryLimit\": \"64KB\", \"linger\": \"0\"", "profiles.mine.linger: say a duration from 1ms to 1m")]
    [InlineData("[\"4KB\"], \"bufferModes\": [\"blocking\"]", "[\"40KB\"], \"bufferModes\": [\"non-blocking\"], \"memoryLimit\": \"64KB\"", "profiles.mine: the memory limit 64KB is less than two buffers of 40KB: raise it.")]
    public void What_is_wrong_with_an_ingest_is_said(string sound, string wrong, string complaint)
    {
        const string ingest = """
            { "suite": "ingest", "question": "How many?", "profiles": { "mine": {
              "counts": [1], "buffers": ["4KB"], "bufferModes": ["blocking"], "nodes": [1], "streams": 10, "trials": 2, "timeout": "5s" } } }
            """;
        ingest.ShouldContain(sound);

        Should.Throw<UserException>(() => WorkloadFile.Read(_folder.Write("mine.json", ingest.Replace(sound, wrong, StringComparison.Ordinal)), "ingest", "quick"))
            .Message.ShouldContain(complaint);
    }

    [Theory]
    [InlineData("append", "qick", "There is no profile of append 'qick'; did you mean quick? Valid are paper, quick, smoke.")]
    [InlineData("apend", "quick", "There is no suite 'apend'; did you mean append? Valid are append, enrolment, growth, ingest, projection, reservation.")]
    public void Unknown_names_are_refused_with_the_valid_ones(string suite, string profile, string message) =>
        Should.Throw<UserException>(() => WorkloadFile.Load(suite, profile)).Message.ShouldBe(message);

    [Theory]
    [InlineData("\"streams\": 2", "\"stream\": 2", 7, "profiles.mine.stream: 'stream' is no key here; valid are copies, rates, ramp, streams, preloads, hotCourses, warmUp, duration, trials, timeout.")]
    [InlineData("\"suite\"", "\"siute\"", 2, "siute: 'siute' is no key here; valid are suite, question, profiles.")]
    [InlineData("\"streams\": 2,", "\"hotCourses\": 11,", 7, "profiles.mine.hotCourses: say a whole number from 0 (each client has its own) to 10.")]
    [InlineData("\"streams\": 2,", "\"preloads\": [-1],", 7, "profiles.mine.preloads: say operations from 0")]
    [InlineData("\"streams\": 2", "\"streams\": 0", 7, "profiles.mine.streams: say a whole number from 1 to 100000.")]
    [InlineData("\"streams\": 2", "\"streams\": 1.5", 7, "profiles.mine.streams: say a whole number.")]
    [InlineData("\"streams\": 2", "\"streams\": \"2\"", 7, "profiles.mine.streams: say a whole number.")]
    [InlineData("\"trials\": 3", "\"trials\": 101", 10, "profiles.mine.trials: say a whole number from 1 to 100.")]
    [InlineData("\"trials\": 3", "\"trials\": 3, \"trials\": 4", 10, "profiles.mine.trials: the key 'trials' is there twice.")]
    [InlineData("1.5s", "99ms", 9, "profiles.mine.duration: say a duration from 100ms to 24h")]
    [InlineData("\"1.5s\"", "1.5", 9, "profiles.mine.duration: say a duration as a text with a unit")]
    [InlineData("250ms", "-1s", 11, "profiles.mine.timeout: say a duration as a text with a unit")]
    [InlineData("[1, 8]", "[]", 6, "profiles.mine.copies: say 1 to 100 numbers.")]
    [InlineData("[1, 8]", "[8, 8]", 6, "profiles.mine.copies: a number is there twice")]
    [InlineData("[1, 8]", "[1, 0]", 6, "profiles.mine.copies: say whole numbers from 1 to 1000")]
    [InlineData("[1, 8]", "8", 6, "profiles.mine.copies: say a list")]
    [InlineData("\"copies\": [1, 8]", "\"rates\": [0]", 6, "profiles.mine.rates: say requests a second, more than 0")]
    [InlineData("\"copies\": [1, 8]", "\"rates\": [1e999]", 6, "profiles.mine.rates: say")]
    [InlineData("\"copies\": [1, 8],", "", 5, "profiles.mine: neither copies (closed model) nor rates (open model) are given")]
    [InlineData("[1, 8]", "[1, 8], \"rates\": [5]", 5, "profiles.mine: copies (closed model) and rates (open model) exclude each other")]
    [InlineData("\"How many?\"", "\"\"", 3, "question: say a text.")]
    [InlineData("[1, 8]", "[1, 8", 7, "this is no JSON")]
    public void What_is_wrong_is_said_with_its_line(string sound, string wrong, int line, string complaint) =>
        Should.Throw<UserException>(() => Read(Sound.Replace(sound, wrong, StringComparison.Ordinal))).Message.ShouldSatisfyAllConditions(
            m => m.ShouldContain(FormattableString.Invariant($"mine.json, line {line}: ")),
            m => m.ShouldContain(complaint));

    [Theory]
    [InlineData("", "this is no JSON")]
    [InlineData("[]", "say an object")]
    [InlineData("{} {}", "this is no JSON")]
    [InlineData("null", "say an object")]
    public void What_is_no_workload_is_refused(string text, string complaint) =>
        Should.Throw<UserException>(() => Read(text)).Message.ShouldContain(complaint);

    [Fact]
    public void A_workload_of_another_suite_is_refused() =>
        Should.Throw<UserException>(() => Read(Sound.Replace("append", "growth", StringComparison.Ordinal)))
            .Message.ShouldContain("is a workload of the suite growth, not of append");

    [Fact]
    public void A_missing_file_is_refused() =>
        Should.Throw<UserException>(() => WorkloadFile.Read(Path.Combine(_folder.Path, "none.json"), "append", "quick"))
            .Message.ShouldContain("cannot be read");

    [Fact]
    public void A_byte_order_mark_and_comments_are_allowed()
    {
        var path = Path.Combine(_folder.Path, "mine.json");
        File.WriteAllText(path, "// mine\n" + Sound, new UTF8Encoding(encoderShouldEmitUTF8Identifier: true));

        WorkloadFile.Read(path, "append", "mine").Trials.ShouldBe(3);
    }

    [Fact]
    public void The_only_profile_of_a_file_is_taken_whatever_it_is_called() => Read(Sound).Streams.ShouldBe(2);

    private Measurement.WorkloadRecord Read(string text) => WorkloadFile.Read(_folder.Write("mine.json", text), "append", "quick");
}
