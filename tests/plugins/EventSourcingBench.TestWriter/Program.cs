const int Writers = 4;
const int MostInABulk = 200;

// PLUGIN-FOLDER ASSEMBLY STORE DATA-FOLDER NAMESPACE [KEY=VALUE ...]
var definition = PluginLoader.Load<IStorePlugin>(args[0], args[1]).Stores.Single(s => s.Name == args[2]);
var context = new StoreContext
{
    Namespace = args[4],
    DataFolder = args[3],
    Options = StoreOptions.Create(definition.Options, args.Skip(5).Select(o => o.Split('=', 2)).ToDictionary(o => o[0], o => o[1])),
    KeepData = true,
};
try
{
    // Single appends to streams that the tasks share and to their own, and bulk appends where the store has them.
    await using var store = await definition.OpenAsync(context, CancellationToken.None);
    var tasks = Enumerable.Range(0, Writers).Select(w => Task.Run(() => AppendAsync(store, w))).ToList();
    if (store.Bulk is { } bulk)
        tasks.Add(Task.Run(() => AppendInBulkAsync(bulk)));

    await await Task.WhenAny(tasks);
}
catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
{
    await Console.Error.WriteLineAsync(e.Message);
    return 1;
}

return 0;

static async Task AppendAsync(IStore store, int writer)
{
    for (var round = 0; ; round++)
    {
        var stream = new StreamId(round % 2 == 0 ? "shared" : $"own-{writer}-{Environment.ProcessId}");
        EventData[] events = [.. Enumerable.Range(0, 1 + (round % 3)).Select(_ => Event())];
        if (await store.Events!.AppendAsync(stream, ExpectedVersion.Any, events) is not Appended appended)
            throw new InvalidOperationException("An append that expects no version lost.");

        Acknowledge(events.Select((e, i) => (e.Id, stream, appended.StreamVersion - events.Length + 1 + i)));
    }
}

static async Task AppendInBulkAsync(IBulkWriter bulk)
{
    for (var round = 0; ; round++)
    {
        BulkEvent[] events = [.. Enumerable.Range(0, 1 + (round * 37 % MostInABulk))
            .Select(i => new BulkEvent(new StreamId(i % 3 == 0 ? "shared" : $"bulk-{i % 7}"), Event()))];
        await bulk.AppendAsync(events);
        Acknowledge(events.Select(e => (e.Event.Id, e.Stream, 0L)));
    }
}

static EventData Event() => new(Guid.CreateVersion7(), "Written", "{\"price\":1.25}"u8.ToArray());

// A line for each event, written at once: id, stream, version (0 where the answer does not tell it).
static void Acknowledge(IEnumerable<(Guid Id, StreamId Stream, long Version)> events) =>
    Console.Out.Write(string.Concat(events.Select(e => FormattableString.Invariant($"{e.Id} {e.Stream} {e.Version}\n"))));
