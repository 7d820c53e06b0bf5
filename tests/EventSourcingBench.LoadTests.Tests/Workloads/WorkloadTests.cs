namespace EventSourcingBench.LoadTests.Tests;

public sealed class WorkloadTests
{
    private static readonly Workload Profile = WorkloadFile.Load("append", "quick");

    [Fact]
    public void Other_values_take_the_place_of_the_profiles()
    {
        var workload = Profile.With([
            new(LoadParameters.Copies, "1,32"), new(LoadParameters.Ramp, "true"), new(LoadParameters.Duration, "30s"),
            new(LoadParameters.Trials, "3")]);

        workload.Question.ShouldBe(Profile.Question);
        workload.Get(LoadParameters.Copies).ShouldBe([1, 32]);
        workload.Get(LoadParameters.Ramp).ShouldBeTrue();
        workload.Get(LoadParameters.Duration).ShouldBe(TimeSpan.FromSeconds(30));
        workload.Get(LoadParameters.WarmUp).ShouldBe(TimeSpan.FromSeconds(1));
        workload.ToString().ShouldBe("copies 1, 32; ramp true; duration 30s; warm up 1s; trials 3; streams 1; timeout 5s");
    }

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
}
