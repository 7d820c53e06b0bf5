namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>A test of the store <c>postgres</c>, or of another one of its plug-in.</summary>
public abstract class PostgresTest() : PostgresStoreTest(TimeSpan.FromSeconds(60))
{
    protected override StoreDefinition Definition { get; } = Named("postgres");

    protected static EventData Event(string json = "{}") => new(Guid.CreateVersion7(), "Tested", Encoding.UTF8.GetBytes(json));

    protected static StoreDefinition Named(string name) => new PostgresPlugin().Stores.Single(s => s.Name == name);
}
