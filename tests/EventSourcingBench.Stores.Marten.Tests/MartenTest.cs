namespace EventSourcingBench.Stores.Marten.Tests;

/// <summary>A test of the store <c>marten</c>, or of another one of its plug-in. Marten's daemon waits for seconds where a position is
/// missing.</summary>
public abstract class MartenTest() : PostgresStoreTest(TimeSpan.FromMinutes(2))
{
    protected override StoreDefinition Definition { get; } = new MartenPlugin().Stores.Single(s => s.Name == "marten");
}
