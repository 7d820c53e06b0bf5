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

    [Fact]
    public Task What_is_wrong_is_said_with_its_place() => Snapshots.ShouldAnswerAsync(
        "workloads.txt", line => Task.FromResult(Complaint(Snapshots.Replaced(Sound, line))));

    [Fact]
    public void A_byte_order_mark_and_comments_are_allowed()
    {
        var path = Temp.At("mine.json");
        File.WriteAllText(path, "// mine\n" + Sound, new UTF8Encoding(encoderShouldEmitUTF8Identifier: true));
        WorkloadFile.Read(path, "append", "mine").Get(LoadParameters.Trials).ShouldBe(3);
    }

    [Theory]
    [InlineData("\"trials\": 3", "", 3)]
    [InlineData("\"trials\": 3", "--until-decided 1m", 3)]
    [InlineData("\"margin\": \"5%\"", "", 1)]
    [InlineData("\"margin\": \"5%\"", "--until-decided 1m", LoadParameters.TrialsToDecide)]
    [InlineData("\"untilDecided\": \"1m\"", "", LoadParameters.TrialsToDecide)]
    [InlineData("\"untilDecided\": \"1m\"", "--trials 2", 2)]
    public void A_file_without_trials_has_enough_to_decide(string key, string arguments, int trials) =>
        Make(Sound.Replace("\"trials\": 3", key, StringComparison.Ordinal), arguments).Workloads[0].Workload.Get(LoadParameters.Trials)
            .ShouldBe(trials);

    [Fact]
    public void A_profile_that_was_named_is_looked_for_also_in_a_file_with_one() =>
        Should.Throw<UserException>(() => Make(Sound, "--profile quick")).Message.ShouldContain("quick");

    [Fact]
    public void Trials_at_a_share_until_something_is_decided_are_refused() =>
        Should.Throw<UserException>(() => Make(Sound, "--trials 1 --share 50% --until-decided 1m")).Message.ShouldContain("a share");

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

    private string Complaint(string text) => Should.Throw<UserException>(() => Read(text), text).Message
        .Replace(Temp.At("mine.json"), "mine.json", StringComparison.Ordinal);

    // The only profile of a file is taken, whatever it is called.
    private Workload Read(string text) => WorkloadFile.Read(Temp.Write("mine.json", text), "append", profile: null);

    private RunPreparation Make(string text, string arguments) => RunPreparation.Make(
        TestTools.Settings("append", $"--workload {Temp.Write("mine.json", text)} {arguments}"), TimeProvider.System);
}
