using EventSourcingBench.Stores.Faulty;

namespace EventSourcingBench.Stores.Tests;

/// <summary>A faulty store, wrong so often that a short test meets it.</summary>
public abstract class FaultyUnderTest(string name) : StoreUnderTest
{
    public override StoreDefinition Definition { get; } = new FaultyStorePlugin().Stores.Single(s => s.Name == name);

    public override IReadOnlyDictionary<string, string> Options { get; } = new Dictionary<string, string> { ["faulty.rate"] = "10" };

    public override TimeSpan Patience => TimeSpan.FromSeconds(2);
}

public sealed class LosingUnderTest() : FaultyUnderTest("faulty-lose");

public sealed class DuplicatingUnderTest() : FaultyUnderTest("faulty-duplicate");

public sealed class ReorderingUnderTest() : FaultyUnderTest("faulty-reorder");

public sealed class SkippingUnderTest() : FaultyUnderTest("faulty-skip");
