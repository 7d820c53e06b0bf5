namespace EventSourcingBench.TestWriter;

/// <summary>Appends from several tasks: single appends to streams that the tasks share and to their own, and bulk appends where the store
/// has them. A line for each event that was acknowledged, written at once: id, stream, version (0 where the answer does not tell
/// it).</summary>
internal sealed class EndlessWriter(IStore store, TextWriter acknowledged)
{
    private const int Writers = 4;
    private const int MostInABulk = 200;

    private readonly Lock _gate = new();

    /// <summary>Ends only by an exception of the store.</summary>
    public async Task RunAsync()
    {
        var tasks = Enumerable.Range(0, Writers).Select(w => Task.Run(() => AppendAsync(w))).ToList();
        if (store.Bulk is { } bulk)
            tasks.Add(Task.Run(() => AppendInBulkAsync(bulk)));

        await await Task.WhenAny(tasks);
    }

    private async Task AppendAsync(int writer)
    {
        for (var round = 0; ; round++)
        {
            var stream = new StreamId(round % 2 == 0 ? "shared" : $"own-{writer}-{Environment.ProcessId}");
            EventData[] events = [.. Enumerable.Range(0, 1 + (round % 3)).Select(_ => Event())];
            if (await store.Events!.AppendAsync(stream, ExpectedVersion.Any, events) is not Appended appended)
                throw new InvalidOperationException("An append that expects no version lost.");

            Say([.. events.Select((e, i) => (e.Id, stream, appended.StreamVersion - events.Length + 1 + i))]);
        }
    }

    private async Task AppendInBulkAsync(IBulkWriter bulk)
    {
        for (var round = 0; ; round++)
        {
            BulkEvent[] events = [.. Enumerable.Range(0, 1 + (round * 37 % MostInABulk))
                .Select(i => new BulkEvent(new StreamId(i % 3 == 0 ? "shared" : $"bulk-{i % 7}"), Event()))];
            await bulk.AppendAsync(events);
            Say([.. events.Select(e => (e.Event.Id, e.Stream, 0L))]);
        }
    }

    private static EventData Event() => new(Guid.CreateVersion7(), "Written", "{\"price\":1.25}"u8.ToArray());

    private void Say(IReadOnlyList<(Guid Id, StreamId Stream, long Version)> events)
    {
        var lines = new StringBuilder();
        foreach (var (id, stream, version) in events)
            lines.Append(CultureInfo.InvariantCulture, $"{id} {stream} {version}\n");

        lock (_gate)
        {
            acknowledged.Write(lines);
            acknowledged.Flush();
        }
    }
}
