namespace EventSourcingBench.Stores.Tests;

public sealed class RepeatedIdTests : TempFolderTest
{
    private static CancellationToken Limit => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("memory")]
    [InlineData("dcb-memory")]
    [InlineData("sqlite")]
    [InlineData("dcb-sqlite")]
    public async Task An_append_with_an_event_id_twice_is_an_argument_error_that_appends_nothing(string name)
    {
        var definition = new MemoryStorePlugin().Stores.Concat(new SqliteStorePlugin().Stores).Single(s => s.Name == name);
        await using var store = await definition.OpenAsync(definition.NewContext(Temp.Path), Limit);
        var (stream, data) = (new StreamId("s"), Sample.Event());
        await Should.ThrowAsync<ArgumentException>(async () => _ = store.Dcb is { } dcb
            ? (object)await dcb.AppendAsync([new DcbEvent(data, ["x"]), new DcbEvent(data, ["x"])], condition: null, Limit)
            : await store.Events!.AppendAsync(stream, ExpectedVersion.Any, [data, data], Limit));

        var count = store.Dcb is { } read ? (await read.ReadAsync(DcbQuery.All, cancellationToken: Limit)).Events.Count
            : await store.Events!.ReadStreamAsync(stream, cancellationToken: Limit).CountAsync(Limit);
        count.ShouldBe(0);
    }
}
