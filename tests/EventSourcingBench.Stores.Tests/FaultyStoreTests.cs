using Xunit.Sdk;

namespace EventSourcingBench.Stores.Tests;

/// <summary>The suite itself under test: it must fail where a store is wrong.</summary>
public sealed class FaultyStoreTests
{
    [Fact]
    public async Task A_lost_event_is_noticed()
    {
        await ShouldFailAsync<Races<LosingUnderTest>, LosingUnderTest>(t => t.An_append_that_expects_any_version_never_conflicts(1));
        await ShouldFailAsync<Subscriptions<LosingUnderTest>, LosingUnderTest>(t => t.It_delivers_every_event_from_the_start());
        await ShouldFailAsync<Projections<LosingUnderTest>, LosingUnderTest>(t => t.The_observer_sees_each_row_once_and_after_its_call());
    }

    [Fact]
    public async Task A_duplicate_is_noticed()
    {
        await ShouldFailAsync<Races<DuplicatingUnderTest>, DuplicatingUnderTest>(
            t => t.An_append_that_expects_any_version_never_conflicts(1));
        await ShouldFailAsync<Retries<RepeatingUnderTest>, RepeatingUnderTest>(t => t.A_retry_gets_the_answer_of_the_first_time(1, -1));
        await ShouldFailAsync<Subscriptions<DuplicatingUnderTest>, DuplicatingUnderTest>(t => t.It_delivers_every_event_from_the_start());
    }

    [Fact]
    public async Task Another_order_is_noticed()
    {
        await ShouldFailAsync<Subscriptions<ReorderingUnderTest>, ReorderingUnderTest>(t => t.It_delivers_every_event_from_the_start());
        await ShouldFailAsync<Subscriptions<ForgettingUnderTest>, ForgettingUnderTest>(
            t => t.After_every_checkpoint_it_delivers_exactly_the_rest());
    }

    [Fact]
    public async Task A_skipped_event_is_noticed() =>
        await ShouldFailAsync<Subscriptions<SkippingUnderTest>, SkippingUnderTest>(t => t.Nothing_is_skipped_while_many_write());

    private static async Task ShouldFailAsync<TTests, TStore>(Func<TTests, Task> test)
        where TTests : StoreConformance<TStore>, new()
        where TStore : StoreUnderTest, new()
    {
        await using var tests = new TTests();
        await tests.InitializeAsync();
        var failure = await Record.ExceptionAsync(() => test(tests));
        (failure is ShouldAssertException or TimeoutException or OperationCanceledException or XunitException and not SkipException)
            .ShouldBeTrue($"the check must fail, but {failure?.GetType().Name ?? "it passed"}: {failure?.Message}");
    }

    private sealed class Races<TStore> : RaceConformance<TStore>
        where TStore : StoreUnderTest, new();

    private sealed class Retries<TStore> : IdempotencyConformance<TStore>
        where TStore : StoreUnderTest, new();

    private sealed class Subscriptions<TStore> : SubscriptionConformance<TStore>
        where TStore : StoreUnderTest, new();

    private sealed class Projections<TStore> : ProjectionConformance<TStore>
        where TStore : StoreUnderTest, new();
}
