namespace EventSourcingBench.Stores.Tests;

/// <summary>The example of docs/adding-a-store.md.</summary>
public sealed class JsonLinesUnderTest : StoreUnderTest
{
    public override StoreDefinition Definition { get; } = new JsonLinesPlugin().Stores.Single();
}

public sealed class JsonLinesStreams : StreamConformance<JsonLinesUnderTest>;
public sealed class JsonLinesSubscriptions : SubscriptionConformance<JsonLinesUnderTest>;
public sealed class JsonLinesLifetime : LifetimeConformance<JsonLinesUnderTest>;
