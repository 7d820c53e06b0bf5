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

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("orders", "requestOrders")]
    [InlineData("strategies", "commandHandling")]
    public void A_former_key_is_an_error_that_names_the_new_one(string former, string name)
    {
        var file = _folder.Write(
            "mine.json", $$"""{ "suite": "reservation", "question": "?", "profiles": { "mine": { "{{former}}": ["serial"] } } }""");
        Should.Throw<UserException>(() => WorkloadFile.Read(file, "reservation", "mine")).Message
            .ShouldBe($"{file}: profiles.mine: the key '{former}' is now '{name}'.");
    }

    [Fact]
    public void All_values_are_read()
    {
        var workload = Read(Sound);

        workload.Question.ShouldBe("How many?");
        workload.Get(LoadParameters.Copies).ShouldBe([1, 8]);
        workload.Get(LoadParameters.Rates).ShouldBeEmpty();
        workload.Get(LoadParameters.Streams).ShouldBe(2);
        workload.Get(LoadParameters.WarmUp).ShouldBe(TimeSpan.Zero);
        workload.Get(LoadParameters.Duration).ShouldBe(TimeSpan.FromSeconds(1.5));
        workload.Get(LoadParameters.Trials).ShouldBe(3);
        workload.Get(LoadParameters.Timeout).ShouldBe(TimeSpan.FromMilliseconds(250));
    }

    [Fact]
    public void An_open_workload_is_read()
    {
        var workload = Read(Sound.Replace("\"copies\": [1, 8]", "\"rates\": [0.5, 500], \"ramp\": true", StringComparison.Ordinal));

        workload.Get(LoadParameters.Rates).ShouldBe([0.5, 500]);
        workload.Get(LoadParameters.Copies).ShouldBeEmpty();
        workload.Get(LoadParameters.Ramp).ShouldBeTrue();
    }

    [Theory]
    [InlineData("\"counts\": [1]", "\"copies\": [1]", "profiles.mine: There is no key 'copies'. Valid are bufferModes, ")]
    [InlineData("\"counts\": [1],", "", "profiles.mine: the key 'counts' is missing.")]
    [InlineData("\"nodes\"", "\"killNodeAt\": \"5s\", \"nodes\"", "profiles.mine: a node can be killed only where others are left")]
    [InlineData(
        "[\"4KB\"], \"bufferModes\": [\"blocking\"]",
        "[\"40KB\"], \"bufferModes\": [\"non-blocking\"], \"memoryLimit\": \"64KB\"",
        "profiles.mine: the memory limit 64KB is less than two buffers of 40KB: raise it.")]
    public void What_is_wrong_with_an_ingest_is_said(string sound, string wrong, string complaint)
    {
        const string ingest = """
            { "suite": "ingest", "question": "How many?", "profiles": { "mine": { "counts": [1],
              "buffers": ["4KB"], "bufferModes": ["blocking"], "nodes": [1], "streams": 10, "trials": 2, "timeout": "5s" } } }
            """;
        ingest.ShouldContain(sound);
        var file = _folder.Write("mine.json", ingest.Replace(sound, wrong, StringComparison.Ordinal));
        Should.Throw<UserException>(() => WorkloadFile.Read(file, "ingest", "quick")).Message.ShouldContain(complaint);
    }

    [Theory]
    [InlineData("append", "qick", "There is no profile of append 'qick'; did you mean quick? Valid are paper, quick, smoke.")]
    [InlineData(
        "apend",
        "quick",
        "There is no suite 'apend'; did you mean append? "
            + "Valid are append, enrolment, growth, ingest, mixed, projection, reservation, subscription.")]
    public void Unknown_names_are_refused_with_the_valid_ones(string suite, string profile, string message) =>
        Should.Throw<UserException>(() => WorkloadFile.Load(suite, profile)).Message.ShouldBe(message);

    [Theory]
    [InlineData("\"suite\"", "\"siute\"", ": $: There is no key 'siute'; did you mean suite? Valid are profiles, question, suite.")]
    [InlineData("2", "{}", ": profiles.mine.streams: must be an integer between 1 and 100000, not an object.")]
    [InlineData("\"trials\": 3", "\"trials\": 3, \"trials\": 4", ": profiles.mine: the key 'trials' is there twice.")]
    [InlineData("[1, 8]", "[]", ": profiles.mine.copies: must have between 1 and 100 values, not 0.")]
    [InlineData("\"copies\": [1, 8]", "\"rates\": [1e999]", ": profiles.mine.rates[0]: must be a number greater than 0")]
    [InlineData("\"copies\": [1, 8],", "", ": profiles.mine: neither copies (closed model) nor rates (open model) are given")]
    [InlineData("[1, 8]", "[1, 8], \"rates\": [5]", ": profiles.mine: copies (closed model) and rates (open model) exclude each other")]
    [InlineData("\"How many?\"", "\"\"", ": question: must be a text that is not empty.")]
    [InlineData("[1, 8]", "[1, 8", ", line 7: invalid JSON: ")]
    [InlineData("append", "growth", " is a workload of the suite growth, not of append")]
    [InlineData(Sound, "", "invalid JSON")]
    [InlineData(Sound, "{} {}", "invalid JSON")]
    [InlineData(Sound, "[]", ": $: must be an object")]
    [InlineData(Sound, "null", ": $: must be an object")]
    public void What_is_wrong_is_said_with_its_place(string sound, string wrong, string complaint)
    {
        var message = Should.Throw<UserException>(() => Read(Sound.Replace(sound, wrong, StringComparison.Ordinal))).Message;
        message[message.IndexOf("mine.json", StringComparison.Ordinal)..].ShouldContain(complaint);
    }

    [Fact]
    public void A_missing_file_is_refused() =>
        Should.Throw<UserException>(() => WorkloadFile.Read(Path.Combine(_folder.Path, "none.json"), "append", "quick"))
            .Message.ShouldContain("cannot be read");

    [Fact]
    public void A_byte_order_mark_and_comments_are_allowed()
    {
        var path = _folder.At("mine.json");
        File.WriteAllText(path, "// mine\n" + Sound, new UTF8Encoding(encoderShouldEmitUTF8Identifier: true));
        WorkloadFile.Read(path, "append", "mine").Get(LoadParameters.Trials).ShouldBe(3);
    }

    // The only profile of a file is taken, whatever it is called.
    private Workload Read(string text) => WorkloadFile.Read(_folder.Write("mine.json", text), "append", "quick");
}
