namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>
/// Every lie is found in every suite where it shows, at the smoke size; honest stores of the same parts pass. A class for each suite:
/// they mostly wait for what a lying store never shows, and so run beside each other.
/// </summary>
public abstract class LyingStoreTests(string suite, params string[] options) : IDisposable
{
    // Where other work leaves a step fewer operations, they may not show the lie: it is asked again for longer.
    private const int Few = 500;
    private const string Duration = "500ms";
    private const string Longer = "5s";
    private readonly TempFolder _folder = new();

    private protected static string[] Short => ["--duration", Duration, "--warm-up", "0", "--no-ceiling"];

    public void Dispose()
    {
        _folder.Dispose();
        GC.SuppressFinalize(this);
    }

    [Fact]
    public async Task Each_lie_is_found_where_it_shows_and_honest_stores_pass()
    {
        var lies = LieTable.Read(suite);
        lies.Values.Count(kinds => kinds.Count > 0).ShouldBeGreaterThan(2);

        var steps = await RunAsync("run", lies.Keys, options);
        steps.Select(NameOf).Distinct().Order().ShouldBe(lies.Keys.Order());
        var starved = steps.Where(s => s.Verdict.Acknowledged < Few && lies[NameOf(s)].Any(k => s.Verdict[k] == 0)).Select(NameOf).ToHashSet();
        if (starved.Count > 0)
        {
            // Not every store has the option that makes lies frequent, and the longer time does without it.
            var rate = options.Index().Where(o => o.Item.StartsWith("faulty.rate", StringComparison.Ordinal)).Select(o => o.Index).Single();
            string[] longer = [.. options[..(rate - 1)], .. options[(rate + 1)..]];
            var again = await RunAsync("again", starved, [.. longer.Select(o => o == Duration ? Longer : o)]);
            steps = [.. steps.Where(s => !starved.Contains(NameOf(s))), .. again];
        }

        foreach (var step in steps)
        {
            var kinds = lies[NameOf(step)];
            step.Verdict.Passed.ShouldBe(kinds.Count == 0, $"{NameOf(step)}: {step.Verdict.Text}");
            kinds.ShouldAllBe(kind => step.Verdict[kind] > 0, $"{NameOf(step)}: {step.Verdict.Text}");
        }
    }

    private async Task<IReadOnlyList<StepRecord>> RunAsync(string folder, IEnumerable<string> stores, string[] with)
    {
        var ended = await Command.RunAsync(
            [suite, "--profile", "smoke", "--stores", string.Join(',', stores), "--plugin-folder", Places.FaultyStores,
            "--output", _folder.At(folder), .. with]);
        ended.ShouldExitWith(1).Errors.ShouldBeEmpty();
        return RunFolder.Read(_folder.At(folder)).Steps;
    }

    // A step that is run in one of several ways names it behind the store.
    private static string NameOf(StepRecord step) => step.Store.Split(' ')[0];
}

public sealed class LyingAppendTests() : LyingStoreTests(
    "append", ["--via", "direct", "--copies", "8", .. Short, "--store-option", "faulty.rate=20"]);

public sealed class LyingProjectionTests() : LyingStoreTests(
    "projection", ["--via", "direct", "--copies", "8", .. Short, "--store-option", "faulty.rate=20"]);

public sealed class LyingEnrolmentTests() : LyingStoreTests(
    "enrolment", ["--clients", "16", "--hot-courses", "1", "--preload", "120", .. Short, "--store-option", "faulty.rate=3"]);

public sealed class LyingReservationTests() : LyingStoreTests(
    "reservation",
    ["--via", "direct", "--copies", "8", .. Short, "--store-option", "faulty.rate=3", "--command-handling", "optimistic",
    "--request-order", "hot", "--shows", "2", "--seats", "20"]);

public sealed class LyingIngestTests() : LyingStoreTests(
    "ingest", "--counts", "2000", "--buffer-mode", "blocking", "--trials", "1", "--store-option", "faulty.rate=5");

public sealed class LyingGrowthTests() : LyingStoreTests("growth", "--store-option", "faulty.rate=20");

public sealed class LyingMixedTests() : LyingStoreTests(
    "mixed",
    ["--via", "direct", "--copies", "8", .. Short, "--mix", "service", "--streams", "5", "--store-option", "faulty.rate=20"]);
