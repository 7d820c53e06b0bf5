namespace EventSourcingBench.Stores.Tests;

/// <summary>A lying store, wrong so often that a short test meets it.</summary>
public abstract class FaultyUnderTest(string name) : PluginUnderTest<FaultyStorePlugin>(name)
{
    public override IReadOnlyDictionary<string, string> Options => Definition.Options.ToDictionary(o => o.Key, _ => "10");

    public override TimeSpan Patience => TimeSpan.FromSeconds(2);
}

public sealed class LosingUnderTest() : FaultyUnderTest("lie-lost");
public sealed class DuplicatingUnderTest() : FaultyUnderTest("lie-duplicate");
public sealed class RepeatingUnderTest() : FaultyUnderTest("lie-retry");
public sealed class ReorderingUnderTest() : FaultyUnderTest("lie-sub-order");
public sealed class ForgettingUnderTest() : FaultyUnderTest("lie-sub-checkpoint");
public sealed class SkippingUnderTest() : FaultyUnderTest("lie-sub-overlap");
