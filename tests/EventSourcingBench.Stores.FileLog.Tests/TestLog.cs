namespace EventSourcingBench.Stores.FileLog.Tests;

internal static class TestLog
{
    public static readonly StreamId One = new("one");

    private static readonly StoreDefinition Definition = new FileLogPlugin().Stores.Single();

    public static IStore Open(SimulatedDisk disk, params (string Key, string Value)[] options) =>
        FileLogStore.Open(Context(Path.GetTempPath(), keepData: false, options), disk);

    public static Task<IStore> OpenAsync(string folder, bool keepData = false, params (string Key, string Value)[] options) =>
        Definition.OpenAsync(Context(folder, keepData, options), CancellationToken.None);

    /// <summary>What the store says of itself by this name.</summary>
    public static async Task<string> SettingAsync(this IStore store, string name) =>
        (await store.DescribeAsync()).Settings.Single(s => s.Name == name).Value;

    /// <summary>Appends an event to a stream; there must be no conflict.</summary>
    public static async Task<Appended> AppendAsync(this IStore store, StreamId stream, ExpectedVersion expected) =>
        (await store.Events!.AppendAsync(stream, expected, [Sample.Event()])).ShouldBeOfType<Appended>();

    public static Task<List<RecordedEvent>> ReadAsync(this IStore store, StreamId stream, long from = 1, long count = long.MaxValue) =>
        store.Events!.ReadStreamAsync(stream, from, count).ToListAsync().AsTask();

    public static async Task<EventBatch> BatchAsync(this IStore store, Checkpoint after) =>
        await store.Subscription!.SubscribeAsync(after).FirstAsync();

    private static StoreContext Context(string folder, bool keepData, (string Key, string Value)[] options) =>
        Definition.NewContext(folder, options: options) with { Namespace = "bench", KeepData = keepData };
}
