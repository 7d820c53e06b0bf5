using System.Text.Json.Nodes;

namespace EventSourcingBench.Measurement.Tests;

public sealed class RunFolderTests : TempFolderTest
{
    [Fact]
    public void Parameters_of_an_older_run_are_read_as_far_as_they_were_set()
    {
        Change("run.json", run => run["workloads"]!["append"] = JsonNode.Parse("""
            { "question": "How many?", "copies": [ 1, 8 ], "rates": [], "ramp": false, "duration": "00:00:03.5", "shows": 0 }
            """));

        RunFolder.Read(Temp.Path).Run.Workloads["append"].Parameters
            .ShouldBe([new("copies", "copies", "1,8"), new("duration", "duration", "00:00:03.5")]);
    }

    [Fact]
    public void What_was_written_is_read()
    {
        var histogram = LatencyHistogramTests.Of(1_500, 70_000);
        RunFolder.WriteStep(Temp.Path, Step(2, histogram));
        RunFolder.WriteStep(Temp.Path, Step(1, new LatencyHistogram()));
        RunFolder.WriteRun(Temp.Path, Run(), SampleEnvironment.Create());

        var read = RunFolder.Read(Temp.Path);

        read.Path.ShouldBe(Temp.Path);
        Json(read.Run).ShouldBe(Json(Run()));
        Json(read.Environment).ShouldBe(Json(SampleEnvironment.Create()));
        read.Steps.Select(s => s.Number).ShouldBe([1, 2]);
        Json(read.Steps[1]).ShouldBe(Json(Step(2, histogram)));
        LatencyHistogram.FromRecord(read.Steps[1].Operations[0].ResponseTime).Percentile(50).TotalMicroseconds.ShouldBe(1_500);
        Directory.GetFiles(Temp.Path, "*.tmp", SearchOption.AllDirectories).ShouldBeEmpty();
        File.ReadAllLines(Temp.At("steps/001.json")).Length.ShouldBe(1);
    }

    [Fact]
    public void A_value_that_is_not_given_is_left_out_and_read_as_none()
    {
        RunFolder.WriteRun(Temp.Path, Run(), SampleEnvironment.Create() with { FsyncP99Microseconds = null });
        File.ReadAllText(Temp.At("environment.json")).ShouldNotContain("fsyncP99");
        RunFolder.Read(Temp.Path).Environment.FsyncP99Microseconds.ShouldBeNull();
    }

    [Fact]
    public void A_store_is_in_the_weakest_tier_of_its_steps_in_all_its_ways_of_use()
    {
        var store = new StoreRecord("", "", "1", "1", "fsync", "It says so.", "", "embedded");
        StoreRecord[] stores =
            [store with { Name = "one (a)", UseOf = "one" }, store with { Name = "one (b)", UseOf = "one" }, store with { Name = "two" }];
        var step = Step(1, new LatencyHistogram());
        StepRecord At(string name, string tier) => step with { Store = name, Durability = new DurabilityRecord(tier, $"as {tier}") };
        var found = (Run() with { Stores = stores }).WithTiersOf(
            [At("one (a)", "replicated"), At("one (b)", "buffered"), At("two", "fsync"), At("three", "volatile")]);

        found.Stores.Select(s => (s.Durability, s.DurabilityReason)).ShouldBe(
            [("buffered", "as buffered"), ("buffered", "as buffered"), ("fsync", store.DurabilityReason)]);
    }

    [Fact]
    public void A_folder_without_a_run_is_refused_and_a_file_that_is_missing_is_named()
    {
        ReadMessage().ShouldBe($"{Temp.Path} is not a results folder: it has no run.json.");
        Should.Throw<FormatException>(() => RunFolder.Read(Temp.At("none")));
        RunFolder.WriteRun(Temp.Path, Run(), SampleEnvironment.Create());
        File.Delete(Temp.At("environment.json"));
        ReadMessage().ShouldContain("environment.json");
    }

    [Theory]
    [InlineData("run.json", "schemaVersion", "3", "schema version")]
    [InlineData("run.json", "schemaVersion", "0", "schema version")]
    [InlineData("run.json", "schemaVersion", "\"1\"", "schema version")]
    [InlineData("run.json", "surprise", "1", "surprise")]
    [InlineData("environment.json", "surprise", "1", "surprise")]
    public void An_unknown_schema_version_or_member_is_refused(string file, string member, string value, string reason)
    {
        Change(file, json => json[member] = JsonNode.Parse(value));
        ReadMessage().ShouldSatisfyAllConditions(m => m.ShouldContain(file), m => m.ShouldContain(reason));
    }

    // Records compare their collections by reference.
    private static string Json<T>(T value) => JsonSerializer.Serialize(value);

    private string ReadMessage() => Should.Throw<FormatException>(() => RunFolder.Read(Temp.Path)).Message;

    private void Change(string file, Action<JsonObject> change)
    {
        RunFolder.WriteRun(Temp.Path, Run(), SampleEnvironment.Create());
        var path = Temp.At(file);
        var json = JsonNode.Parse(File.ReadAllText(path))!.AsObject();
        change(json);
        File.WriteAllText(path, json.ToJsonString());
    }

    private static StepRecord Step(int number, LatencyHistogram histogram) => new(
        number, "append", "memory", Trial: 1, DateTimeOffset.UnixEpoch, TimeSpan.FromSeconds(10.5),
        new VerdictRecord
        {
            Passed = false,
            Text = "FAILED: lost 1",
            Findings = new Dictionary<string, long> { ["lost"] = 1 },
            Examples = ["one"],
        },
        Throughput: 123.5,
        Copies: 4)
    {
        Operations = [new OperationRecord("append", Outcome.Conflict, histogram.ToRecord(), histogram.ToRecord())],
        Seconds = [new SecondRecord(0, 3) { P50Milliseconds = 1.25, ServerBytes = 5 }],
        Errors = new Dictionary<string, long> { ["refused"] = 2 },
    };

    private static RunRecord Run() => new(
        "20260101T000000Z-append", "append", "quick", Seed: 7, DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddMinutes(1), "0.1.0",
        "built-in 0.1.0", "http", "synthetic")
    {
        Stores = [],
        Workloads = new Dictionary<string, WorkloadRecord>
        {
            ["append"] = new()
            {
                Question = "How many?",
                Parameters = [new("copies", "Copies", "1,2"), new("duration", "Duration", "10s")],
            },
        },
    };
}
