namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>
/// Every lie is found in every suite where it shows, at the smoke size; honest stores of the same parts pass. A class for each suite:
/// they mostly wait for what a lying store never shows, and so run beside each other.
/// </summary>
public abstract class LyingStoreTests(string suite, int rate, string options) : RunTest
{
    // Where other work leaves a step fewer operations, they may not show the lie: it is asked again for longer, with fewer others.
    private const int Few = 5_000;
    private static readonly (int AtOnce, string Duration)[] Attempts = [(12, "500ms"), (6, "5s"), (1, "5s")];
    private protected const string Short = "--warm-up 0 --no-ceiling --duration 500ms";
    private protected const string Direct = $"--via direct --copies 8 {Short}";

    // As many appends as show the lies: what copies reach in memory is many times that, and all of it is verified.
    private protected const string Rated = $"--via direct --verify-reads 0.1 {Short}";

    [Fact]
    public async Task Each_lie_is_found_where_it_shows_and_honest_stores_pass()
    {
        var lies = LieTable.Read(suite);
        lies.Values.Count(kinds => kinds.Count > 0).ShouldBeGreaterThan(2);

        var (steps, starved) = (new List<StepRecord>(), lies.Keys.ToHashSet());
        foreach (var (atOnce, duration) in Attempts)
        {
            steps.RemoveAll(s => starved.Contains(NameOf(s)));
            steps.AddRange(await RunAsync(starved, atOnce, options.Replace("500ms", duration, StringComparison.Ordinal)));
            starved = [.. steps.Where(IsStarved).Select(NameOf)];
        }

        steps.Select(NameOf).Distinct().Order().ShouldBe(lies.Keys.Order());
        foreach (var step in steps)
        {
            var kinds = lies[NameOf(step)];
            step.Verdict.Passed.ShouldBe(kinds.Count == 0, $"{NameOf(step)}: {step.Verdict.Text}");
            kinds.ShouldAllBe(kind => step.Verdict[kind] > 0, $"{NameOf(step)}: {step.Verdict.Text}");
        }

        bool IsStarved(StepRecord step) =>
            step.Verdict.Acknowledged == 0 || (step.Verdict.Acknowledged < Few && lies[NameOf(step)].Any(k => step.Verdict[k] == 0));
    }

    private async Task<IReadOnlyList<StepRecord>> RunAsync(IReadOnlyCollection<string> stores, int atOnce, string with)
    {
        var steps = new List<StepRecord>();
        // Those that are loaded one after the other do not disturb each other.
        foreach (var (number, some) in stores.Chunk(with.Contains("--together") ? atOnce : int.MaxValue).Index())
        {
            var results = Temp.At($"run-{atOnce}-{number}");
            var ended = await Command.RunAsync(
                $"{suite} --profile smoke --stores {string.Join(',', some)} {WithFaulty} --store-option faulty.rate={rate} "
                + $"--output {results} {with}");
            var run = RunFolder.Read(results);
            ended.ShouldExitWith(run.Steps.All(s => s.Verdict.Passed) ? 0 : 1).Errors.ShouldBeEmpty();
            steps.AddRange(run.Steps);
        }

        return steps;
    }

    // A step that is run in one of several ways names it behind the store.
    private static string NameOf(StepRecord step) => step.Store.Split(' ')[0];
}

public sealed class LyingAppendTests() : LyingStoreTests("append", rate: 10, $"--rate 3000 --together {Rated}");

[Nightly]
public sealed class LyingProjectionTests() : LyingStoreTests("projection", rate: 10, $"--rate 1000 --together {Rated}");

public sealed class LyingEnrolmentTests() : LyingStoreTests(
    "enrolment", rate: 3, $"--clients 16 --hot-courses 1 --preload 120 --verify-reads 0.1 --together {Short}");

public sealed class LyingReservationTests() : LyingStoreTests(
    "reservation",
    rate: 3,
    $"--command-handling optimistic --request-order hot --shows 2 --seats 20 --together {Direct}");

public sealed class LyingIngestTests() : LyingStoreTests("ingest", rate: 5, "--counts 2000 --buffer-mode blocking --trials 1");

[Nightly]
public sealed class LyingGrowthTests() : LyingStoreTests("growth", rate: 20, "");

public sealed class LyingMixedTests() : LyingStoreTests("mixed", rate: 5, $"--mix service --streams 2 --together {Direct}");

public sealed class LyingSubscriptionTests() : LyingStoreTests(
    "subscription", rate: 10, $"--rate 1000 --together --subscribers 3 --slow 0 --read-models 2 --preload 0 --during nothing {Rated}");
