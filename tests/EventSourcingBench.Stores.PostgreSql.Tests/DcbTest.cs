namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>The words of the tests of both DCB stores.</summary>
public abstract class DcbTest : PostgresTest
{
    protected const string BTree = "dcb-postgres-btree";
    protected const string Gin = "dcb-postgres-gin";

    protected Task<IStore> OpenDcbAsync(string name, params (string Key, string Value)[] options) => OpenOneOfAsync(Named(name), options);

    protected static DcbEvent Tagged(params string[] tags) => new(Event(), tags);

    protected static DcbEvent Of(string type, string json, params string[] tags) =>
        new(new EventData(Guid.CreateVersion7(), type, Encoding.UTF8.GetBytes(json)), tags);

    protected static DcbQuery With(params string[] tags) => new([new DcbQueryItem([], tags)]);

    protected async Task<DcbAppendResult> AppendAsync(IStore store, DcbEvent appended, DcbAppendCondition? condition = null) =>
        await store.Dcb!.AppendAsync([appended], condition, Limit);

    protected async Task<IReadOnlyList<DcbRecordedEvent>> FindAsync(
        IStore store, DcbQuery query, long after = 0, int limit = int.MaxValue) =>
        (await store.Dcb!.ReadAsync(query, after, limit, Limit)).Events;
}
