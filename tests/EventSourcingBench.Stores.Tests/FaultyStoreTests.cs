namespace EventSourcingBench.Stores.Tests;

/// <summary>The suite itself under test: it must fail where a store is wrong. That load runs find each lie is tested end to end.</summary>
public sealed class FaultyStoreTests
{
    [Fact]
    public async Task A_lost_event_is_noticed()
    {
        await ShouldFailAsync(new Streams<LosingUnderTest>(), t => t.An_append_that_expects_any_version_never_conflicts());
        await ShouldFailAsync(new Subscriptions<LosingUnderTest>(), t => t.It_delivers_every_event_from_the_start());
        await ShouldFailAsync(new Projections<LosingUnderTest>(), t => t.The_observer_sees_each_saved_row_once_and_after_its_call());
        await ShouldFailAsync(new Subscriptions<SkippingUnderTest>(), t => t.Nothing_is_skipped_while_many_write());
    }

    [Fact]
    public async Task A_duplicate_is_noticed()
    {
        await ShouldFailAsync(new Streams<DuplicatingUnderTest>(), t => t.An_append_that_expects_any_version_never_conflicts());
        await ShouldFailAsync(new Streams<RepeatingUnderTest>(), t => t.A_retry_gets_the_answer_of_the_first_time());
        await ShouldFailAsync(new Subscriptions<DuplicatingUnderTest>(), t => t.It_delivers_every_event_from_the_start());
    }

    [Fact]
    public async Task Another_order_is_noticed()
    {
        await ShouldFailAsync(new Subscriptions<ReorderingUnderTest>(), t => t.It_delivers_every_event_from_the_start());
        await ShouldFailAsync(
            new Subscriptions<ForgettingUnderTest>(),
            t => t.After_every_checkpoint_it_delivers_exactly_the_rest_which_is_behind_the_position_that_a_checkpoint_may_be());
    }

    [Fact]
    public void The_manifest_says_what_the_table_says()
    {
        var root = PluginLocator.FindRepositoryRoot(AppContext.BaseDirectory)!;
        var manifest = PluginManifest.Read(
            Path.Combine(root, "tests", "plugins", "EventSourcingBench.Stores.Faulty", PluginManifest.FileName));
        manifest.Offers.Select(o => (o.Name, o.Model)).ShouldBe(FaultyStorePlugin.All.Select(l => (l.Name, l.Model)), ignoreOrder: true);
    }

    private static async Task ShouldFailAsync<TTests>(TTests created, Func<TTests, Task> test)
        where TTests : IAsyncLifetime
    {
        await using var tests = created;
        await tests.InitializeAsync();
        var failure = await Record.ExceptionAsync(() => test(tests));
        (failure is ShouldAssertException or TimeoutException or OperationCanceledException or XunitException and not SkipException)
            .ShouldBeTrue($"the check must fail, but {failure?.GetType().Name ?? "it passed"}: {failure?.Message}");
    }

    private sealed class Streams<TStore> : StreamConformance<TStore>
        where TStore : StoreUnderTest, new();

    private sealed class Subscriptions<TStore> : SubscriptionConformance<TStore>
        where TStore : StoreUnderTest, new();

    private sealed class Projections<TStore> : ProjectionConformance<TStore>
        where TStore : StoreUnderTest, new();

    /// <summary>A lying store, wrong so often that a short test meets it.</summary>
    private abstract class FaultyUnderTest(string name) : PluginUnderTest<FaultyStorePlugin>(name)
    {
        public override IReadOnlyList<(string Key, string Value)> Options => [.. Definition.Options.Select(o => (o.Key, "10"))];

        public override TimeSpan Patience => TimeSpan.FromSeconds(2);
    }

    private sealed class LosingUnderTest() : FaultyUnderTest("lie-lost");
    private sealed class DuplicatingUnderTest() : FaultyUnderTest("lie-duplicate");
    private sealed class RepeatingUnderTest() : FaultyUnderTest("lie-retry");
    private sealed class ReorderingUnderTest() : FaultyUnderTest("lie-sub-order");
    private sealed class ForgettingUnderTest() : FaultyUnderTest("lie-sub-checkpoint");
    private sealed class SkippingUnderTest() : FaultyUnderTest("lie-sub-overlap");
}
