using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>Every lie is found in every suite where it shows, at the smoke size; honest stores of the same parts pass.</summary>
public sealed class LyingStoreTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public static TheoryData<string, string[]> Suites => new()
    {
        { "append", ["--via", "direct", "--copies", "8", "--no-ceiling", .. Short, "--store-option", "faulty.rate=20"] },
        { "projection", ["--via", "direct", "--copies", "8", "--no-ceiling", .. Short, "--store-option", "faulty.rate=20"] },
        {
            "enrolment",
            ["--clients", "16", "--hot-courses", "1", "--preload", "120", "--no-ceiling", .. Short, "--store-option", "faulty.rate=3"]
        },
        {
            "reservation",
            ["--via", "direct", "--copies", "8", "--no-ceiling", .. Short, "--store-option", "faulty.rate=3",
            "--command-handling", "optimistic", "--request-order", "hot", "--shows", "2", "--seats", "20"]
        },
        { "ingest", ["--counts", "2000", "--buffer-mode", "blocking", "--trials", "1", "--store-option", "faulty.rate=5"] },
        { "growth", ["--store-option", "faulty.rate=20"] },
    };

    private static string[] Short => ["--duration", "500ms", "--warm-up", "0"];

    public void Dispose() => _folder.Dispose();

    // A step that is run in one of several ways names it behind the store.
    private static string NameOf(StepRecord step) => step.Store.Split(' ')[0];

    [Theory]
    [MemberData(nameof(Suites))]
    public async Task Each_lie_is_found_where_it_shows_and_honest_stores_pass(string suite, string[] options)
    {
        var lies = LieTable.Read(suite);
        lies.Values.Count(kinds => kinds.Count > 0).ShouldBeGreaterThan(2);

        var ended = await Runner.RunAsync(
            [suite, "--profile", "smoke", "--stores", string.Join(',', lies.Keys), "--plugin-folder", Places.FaultyStores,
            "--output", _folder.At("run"), .. options]);

        ended.ShouldExitWith(1).Errors.ShouldBeEmpty();
        var steps = RunFolder.Read(_folder.At("run")).Steps;
        steps.Select(NameOf).Distinct().Order().ShouldBe(lies.Keys.Order());
        foreach (var step in steps)
        {
            var kinds = lies[NameOf(step)];
            step.Verdict.Passed.ShouldBe(kinds.Count == 0, $"{NameOf(step)}: {step.Verdict.Text}");
            kinds.ShouldAllBe(kind => step.Verdict[kind] > 0, $"{NameOf(step)}: {step.Verdict.Text}");
        }
    }

    [Fact]
    public async Task What_was_only_in_memory_is_missed_after_the_process_was_killed()
    {
        var ended = await Runner.RunAsync(
            ["append", "--profile", "smoke", "--copies", "2", "--no-ceiling", "--stores", "honest-persistent,lie-killed,lie-killed-all",
            "--verify-after-kill", "--plugin-folder", Places.FaultyStores, "--output", _folder.At("run")]);

        ended.ShouldExitWith(1).Errors.ShouldBeEmpty();
        foreach (var step in RunFolder.Read(_folder.At("run")).Steps)
        {
            step.Verdict.Passed.ShouldBe(NameOf(step) == "honest-persistent", step.Verdict.Text);
            (step.Verdict[FindingKind.Lost] > 0).ShouldBe(NameOf(step) != "honest-persistent", step.Verdict.Text);
        }
    }

    [Fact]
    public void Each_lie_is_found_by_a_suite_or_the_page_says_what_finds_it() =>
        LieTable.Names.Where(name => Suites.Select(s => s.Data.Item1).All(suite => LieTable.Read(suite).GetValueOrDefault(name, []).Count == 0))
            .Except(LieTable.FoundOtherwise)
            .Where(name => name.StartsWith("lie-", StringComparison.Ordinal))
            .ShouldBeEmpty();

    [Fact]
    public void Every_store_of_the_plug_in_is_in_the_table()
    {
        var manifest = File.ReadAllText(Path.Combine(Places.FaultyStores, "plugin.json"));
        using var document = System.Text.Json.JsonDocument.Parse(manifest);
        document.RootElement.GetProperty("stores").EnumerateArray().Select(s => s.GetProperty("name").GetString()!)
            .Where(name => name.StartsWith("lie-", StringComparison.Ordinal) || name.StartsWith("honest-", StringComparison.Ordinal))
            .Except(LieTable.Names).ShouldBeEmpty();
    }
}
