namespace EventSourcingBench.Stores.Marten.Tests;

/// <summary>A test of the store <c>marten</c>, or of another one of its plug-in. Marten's daemon waits for seconds where a position is
/// missing.</summary>
public abstract class MartenTest(string store = "marten") : PostgresStoreTest(TimeSpan.FromMinutes(2), Named(store))
{
    internal static StoreDefinition Named(string store) => new MartenPlugin().Stores.Single(s => s.Name == store);
}
