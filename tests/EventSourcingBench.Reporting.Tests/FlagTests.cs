namespace EventSourcingBench.Reporting.Tests;

public sealed class FlagTests
{
    [Fact]
    public void A_store_that_a_step_found_in_a_weaker_tier_is_flagged_with_the_reason()
    {
        var folder = new SyntheticRun().Add("append", "postgres", 1, null).Add("append", "sqlite", 1, null).Build();
        var step = folder.Steps[0] with { Durability = new DurabilityRecord("buffered", "Its claim is refuted.") };
        var run = folder with { Run = folder.Run.WithTiersOf([step]), Steps = [step, folder.Steps[1]] };

        var model = ReportBuilder.Build([run]);

        model.Runs[0].Flags.ShouldContain(
            new Flag(FlagSeverity.Serious, "postgres is ranked as buffered", "Its claim is refuted. (found after step 1)"));
        model.Suites[0].Rankings.Select(r => (r.Tier, r.Entries.Single().Store)).ShouldBe([("fsync", "sqlite"), ("buffered", "postgres")]);
    }

    [Fact]
    public void What_takes_from_the_numbers_is_said_the_most_serious_first()
    {
        var run = new SyntheticRun { Interrupted = true, Together = true, InMemoryFileSystem = true, Warnings = ["This is a Debug build."] }
            .Add("append", "memory", 8, null, shareOfCeiling: 0.9)
            .Add("append", "sqlite", 8, null, shareOfCeiling: 0.8)
            .Build();

        var flags = ReportBuilder.Build([run]).Runs[0].Flags;

        flags.Select(f => (f.Severity, f.Title)).ShouldBe(
        [
            (FlagSeverity.Serious, "Data folder in memory"),
            (FlagSeverity.Warning, "Interrupted"),
            (FlagSeverity.Warning, "Stores loaded together"),
            (FlagSeverity.Warning, "Environment"),
            (FlagSeverity.Warning, "Client-bound steps in append"),
            (FlagSeverity.Note, "One trial"),
        ]);
        flags.Single(f => f.Title.StartsWith("Client", StringComparison.Ordinal)).Text.ShouldEndWith(": memory at 8 copies (90.0%).");
        flags.Single(f => f.Title == "Environment").Text.ShouldBe("This is a Debug build.");
    }

    [Fact]
    public void A_run_without_steps_says_so()
    {
        var model = ReportBuilder.Build([new SyntheticRun { Interrupted = true }.Build()]);
        model.Runs[0].Flags[0].Title.ShouldBe("Nothing was measured");
        model.Suites.ShouldAllBe(s => s.Rankings.Count == 0 && s.Charts.Count == 0);
    }

    [Fact]
    public void A_report_needs_a_run() => Should.Throw<ArgumentException>(() => ReportBuilder.Build([]));
}
