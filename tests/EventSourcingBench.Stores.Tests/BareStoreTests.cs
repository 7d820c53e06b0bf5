using System.Reflection;

namespace EventSourcingBench.Stores.Tests;

/// <summary>The suite itself under test: a store that lacks a capability skips what needs it, and fails nothing.</summary>
public sealed class BareStoreTests
{
    public static TheoryData<string> Suites { get; } =
        [.. typeof(StoreConformance<>).Assembly.GetTypes().Where(t => t.IsAbstract && IsSuite(t)).Select(t => t.Name)];

    [Theory]
    [MemberData(nameof(Suites))]
    public async Task A_store_without_capabilities_skips(string suite)
    {
        var type = typeof(BareStoreTests).GetNestedTypes(BindingFlags.NonPublic).Single(t => t.BaseType!.Name == suite);
        var skipped = 0;
        foreach (var test in type.GetMethods().Where(m => m.GetCustomAttribute<FactAttribute>() is not null))
        {
            await using var tests = (StoreConformance<BareUnderTest>)Activator.CreateInstance(type)!;
            await tests.InitializeAsync();
            var arguments = test.GetCustomAttributes<InlineDataAttribute>().FirstOrDefault()?.Data;
            try
            {
                await (Task)test.Invoke(tests, arguments)!;
            }
            catch (SkipException)
            {
                skipped++;
            }
            catch (Exception e)
            {
                Assert.Fail($"{suite}.{test.Name} must be skipped: {e}");
            }
        }

        skipped.ShouldBePositive();
    }

    private static bool IsSuite(Type type) =>
        type.BaseType is { IsGenericType: true } && type.GetMethods().Any(m => m.GetCustomAttribute<FactAttribute>() is not null);

    private sealed class Boundaries : DcbConformance<BareUnderTest>;
    private sealed class Bulks : BulkConformance<BareUnderTest>;
    private sealed class Lifetime : LifetimeConformance<BareUnderTest>;
    private sealed class MultiStreams : MultiStreamConformance<BareUnderTest>;
    private sealed class Projections : ProjectionConformance<BareUnderTest>;
    private sealed class Shared : SharedConformance<BareUnderTest>;
    private sealed class Streams : StreamConformance<BareUnderTest>;
    private sealed class Subscriptions : SubscriptionConformance<BareUnderTest>;

    private sealed class BareUnderTest : StoreUnderTest
    {
        public override StoreDefinition Definition { get; } = new()
        {
            Name = "bare",
            OpenAsync = Opening.Of(_ => new BareStore()),
        };

        public override TimeSpan Patience => TimeSpan.FromSeconds(2);
    }

    private sealed class BareStore : IStore
    {
        public StoreCapabilities Capabilities => Enum.GetValues<StoreCapabilities>().Aggregate((all, one) => all | one);

        public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => Task.FromResult(new StoreDescription
        {
            ServerVersion = "1",
            ClientVersion = "1",
            Durability = DurabilityTier.Fsync,
            DurabilityReason = "It keeps nothing.",
            Mechanism = "None.",
        });

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
