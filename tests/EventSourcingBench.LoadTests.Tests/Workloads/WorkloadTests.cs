namespace EventSourcingBench.LoadTests.Tests;

public sealed class WorkloadTests : TempFolderTest
{
    private const string Sound = """
        {
          "suite": "append",
          "question": "How many?",
          "profiles": { "mine": {
            "copies": [1, 8], "streams": 2, "warmUp": "0", "duration": "1.5s", "trials": 3, "timeout": "250ms" } }
        }
        """;

    private static readonly Workload Profile = WorkloadFile.Load("append", "quick");

    [Theory]
    [InlineData("orders", "requestOrders")]
    [InlineData("strategies", "commandHandling")]
    public void A_former_key_is_an_error_that_names_the_new_one(string former, string name)
    {
        var text = $$"""{ "suite": "reservation", "question": "?", "profiles": { "mine": { "{{former}}": ["serial"] } } }""";
        Complaint(text, "reservation").ShouldBe($"mine.json: profiles.mine: the key '{former}' is now '{name}'.");
    }

    [Theory]
    [InlineData("\"copies\": [1, 8]", new[] { 1, 8 }, new double[0], false)]
    [InlineData("\"rates\": [0.5, 500], \"ramp\": true", new int[0], new[] { 0.5, 500 }, true)]
    public void All_values_of_a_closed_and_an_open_workload_are_read(string load, int[] copies, double[] rates, bool ramp)
    {
        var workload = Read(Sound.Replace("\"copies\": [1, 8]", load, StringComparison.Ordinal));
        workload.Question.ShouldBe("How many?");
        workload.Get(LoadParameters.Copies).ShouldBe(copies);
        workload.Get(LoadParameters.Rates).ShouldBe(rates);
        workload.Get(LoadParameters.Ramp).ShouldBe(ramp);
        workload.ToString().ShouldEndWith("; duration 1.5s; warm up 0; trials 3; margin 5%; streams 2; timeout 250ms");
    }

    [Theory]
    [InlineData("\"suite\"", "\"siute\"", ": $: There is no key 'siute'; did you mean suite? Valid are profiles, question, suite.")]
    [InlineData("2", "{}", ": profiles.mine.streams: must be an integer between 1 and 100000, not an object.")]
    [InlineData("\"trials\": 3", "\"trials\": 3, \"trials\": 4", ": profiles.mine: the key 'trials' is there twice.")]
    [InlineData("\"duration\": \"1.5s\",", "", ": profiles.mine: the key 'duration' is missing.")]
    [InlineData("\"trials\"", "\"counts\"", ": profiles.mine: There is no key 'counts'. Valid are apiNodes, copies, ")]
    [InlineData("[1, 8]", "[]", ": profiles.mine.copies: must have between 1 and 100 values, not 0.")]
    [InlineData("\"copies\": [1, 8]", "\"rates\": [1e999]", ": profiles.mine.rates[0]: must be a number greater than 0")]
    [InlineData("\"copies\": [1, 8],", "", ": profiles.mine: neither copies (closed model) nor rates (open model) are given")]
    [InlineData("[1, 8]", "[1, 8], \"rates\": [5]", ": profiles.mine: copies (closed model) and rates (open model) exclude each other")]
    [InlineData("\"How many?\"", "\"\"", ": question: must be a text that is not empty.")]
    [InlineData("[1, 8]", "[1, 8", ", line 5: invalid JSON: ")]
    [InlineData("append", "growth", " is a workload of the suite growth, not of append")]
    [InlineData(Sound, "", "invalid JSON")]
    [InlineData(Sound, "{} {}", "invalid JSON")]
    [InlineData(Sound, "[]", ": $: must be an object")]
    [InlineData(Sound, "null", ": $: must be an object")]
    public void What_is_wrong_is_said_with_its_place(string sound, string wrong, string complaint) =>
        Complaint(Sound.Replace(sound, wrong, StringComparison.Ordinal)).ShouldContain(complaint);

    [Fact]
    public void A_byte_order_mark_and_comments_are_allowed()
    {
        var path = Temp.At("mine.json");
        File.WriteAllText(path, "// mine\n" + Sound, new UTF8Encoding(encoderShouldEmitUTF8Identifier: true));
        WorkloadFile.Read(path, "append", "mine").Get(LoadParameters.Trials).ShouldBe(3);
    }

    [Fact]
    public void Other_values_take_the_place_of_the_profiles()
    {
        var workload = Profile.With([
            new(LoadParameters.Copies, "1,32"), new(LoadParameters.Ramp, "true"), new(LoadParameters.Duration, "30s"),
            new(LoadParameters.Trials, "3")]);

        workload.Question.ShouldBe(Profile.Question);
        workload.ToString().ShouldBe("copies 1, 32; ramp true; duration 30s; warm up 400ms; trials 3; margin 5%; streams 1; timeout 5s");
    }

    [Fact]
    public void What_is_empty_between_commas_is_no_value() =>
        WorkloadFile.Load("ingest", "smoke").With(IngestParameters.Counts, "10,, 1000,").Each(IngestParameters.Counts)
            .Select(w => w.Get(IngestParameters.Counts).Single()).ShouldBe([10, 1_000]);

    [Fact]
    public void A_rate_opens_the_model_and_copies_close_it()
    {
        var open = Profile.With(LoadParameters.Rates, "500");
        open.Get(LoadParameters.Rates).ShouldBe([500]);
        open.Get(LoadParameters.Copies).ShouldBeEmpty();
        var closed = open.With(LoadParameters.Copies, "4");
        closed.Get(LoadParameters.Copies).ShouldBe([4]);
        closed.Get(LoadParameters.Rates).ShouldBeEmpty();
    }

    [Fact]
    public void A_parameter_of_another_suite_has_its_default_or_none()
    {
        Profile.Get(ReservationParameters.Routing).ShouldBe("client");
        Profile.Get(ReservationParameters.CommandHandling).ShouldBeEmpty();
        Profile.Get(LoadParameters.KillNodeAt).ShouldBeNull();
        Profile.Get(GrowthParameters.Events).ShouldBe(0);
    }

    [Fact]
    public void Every_option_is_the_key_in_kebab_case_or_its_singular()
    {
        foreach (var parameter in SuiteCatalog.All.SelectMany(s => s.Parameters))
        {
            var kebab = "--" + string.Concat(parameter.Name.Select(c => char.IsUpper(c) ? $"-{char.ToLowerInvariant(c)}" : $"{c}"));
            new[] { kebab, kebab[..^1], kebab[..^2] }.ShouldContain(parameter.Option);
        }
    }

    private string Complaint(string text, string suite = "append") => Should.Throw<UserException>(() => Read(text, suite))
        .Message.Replace(Temp.At("mine.json"), "mine.json", StringComparison.Ordinal);

    // The only profile of a file is taken, whatever it is called.
    private Workload Read(string text, string suite = "append") => WorkloadFile.Read(Temp.Write("mine.json", text), suite, "quick");
}
