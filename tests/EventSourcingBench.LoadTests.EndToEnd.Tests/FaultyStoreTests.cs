using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>Stores that are wrong on purpose: each must be caught, said, and left out of the ranking.</summary>
public sealed class FaultyStoreTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Losing_duplicating_and_reordering_are_caught_and_a_good_store_beside_them_is_ranked()
    {
        var run = await RunAsync("append", "memory,faulty-lose,faulty-duplicate,faulty-reorder");

        VerdictOf(run, "faulty-lose")[FindingKind.Lost].ShouldBeGreaterThan(0);
        VerdictOf(run, "faulty-duplicate")[FindingKind.Duplicated].ShouldBeGreaterThan(0);
        VerdictOf(run, "faulty-reorder")[FindingKind.SubscriptionReordered].ShouldBeGreaterThan(0);
        VerdictOf(run, "faulty-reorder")[FindingKind.Lost].ShouldBe(0);
        run.Steps.Single(s => s.Store == "memory").Verdict.Passed.ShouldBeTrue();
        Ranked(run).ShouldBe(["memory"]);
    }

    [Fact]
    public async Task A_subscription_that_skips_a_late_commit_is_caught()
    {
        // Without a warm-up it comes to a halt once, and that is waited for once.
        var run = await RunAsync("projection", "memory,faulty-skip", "--warm-up", "0");

        var verdict = VerdictOf(run, "faulty-skip");
        verdict[FindingKind.RowMissing].ShouldBeGreaterThan(0);
        verdict[FindingKind.Lost].ShouldBe(0);
        Ranked(run).ShouldBe(["memory"]);
    }

    private static VerdictRecord VerdictOf(RunFolder run, string store)
    {
        var verdict = run.Steps.Single(s => s.Store == store).Verdict;
        verdict.Passed.ShouldBeFalse();
        verdict.Text.ShouldStartWith("FAILED: ");
        return verdict;
    }

    // The tables under "Ranking of": "| 1 | memory | ..."; those without a good verdict have a dash for a rank.
    private static List<string> Ranked(RunFolder run)
    {
        var lines = File.ReadAllLines(Path.Combine(run.Path, "report.md"));
        return lines
            .SkipWhile(l => !l.StartsWith("### Ranking of", StringComparison.Ordinal))
            .TakeWhile(l => l != "### Throughput")
            .Where(l => l.StartsWith("| ", StringComparison.Ordinal))
            .Select(l => l.Split('|', StringSplitOptions.TrimEntries))
            .Where(cells => cells[1].Length > 0 && cells[1].All(char.IsAsciiDigit))
            .Select(cells => cells[2])
            .Distinct()
            .ToList();
    }

    private async Task<RunFolder> RunAsync(string suite, string stores, params string[] more)
    {
        var ended = await Runner.RunAsync(
            [suite, "--profile", "smoke", "--copies", "2", "--no-ceiling", "--stores", stores, "--plugin-folder", Places.FaultyStores,
            "--store-option", "faulty.rate=5", "--output", _folder.At("run"), .. more]);
        ended.ShouldExitWith(1).Errors.ShouldBeEmpty();
        foreach (var faulty in stores.Split(',').Where(s => s.StartsWith("faulty", StringComparison.Ordinal)))
        {
            ended.Output.Split('\n').ShouldContain(l => l.Contains(faulty) && l.Contains("FAILED: "));
        }

        return RunFolder.Read(_folder.At("run"));
    }
}
