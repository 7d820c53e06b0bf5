namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

internal static class Tiers
{
    /// <summary>Every step passed, and the store alone is ranked below the tier that it claims, with the reason.</summary>
    public static void ShouldRefuteTheTierOf(this RunFolder run, string name, string reason)
    {
        run.Steps.ShouldAllBe(s => s.Verdict.Passed);
        run.Run.Stores.Where(s => s.Name != name).Select(s => s.Durability).ShouldNotContain("buffered");
        var store = run.Run.Stores.Single(s => s.Name == name);
        store.Durability.ShouldBe("buffered");
        store.DurabilityReason.ShouldContain(reason);
        File.ReadAllText(Path.Combine(run.Path, "report.md")).ShouldContain($"{name} is ranked as buffered");
    }
}
