using System.Runtime.InteropServices;

namespace EventSourcingBench.Stores.JsonLines;

/// <summary>All events in memory, and each append as a line of a file, from which a later process reads them again.</summary>
internal sealed class JsonLinesStore : IStore, IEventStore, ICatchUpSubscription
{
    private const int PageSize = 500;

    private readonly StoreContext _context;
    private readonly bool _flush;
    private readonly FileStream _file;
    private readonly CommitSignal _signal = new();
    private readonly Lock _gate = new();
    private readonly List<RecordedEvent> _all = [];
    private readonly Dictionary<string, List<RecordedEvent>> _streams = new(StringComparer.Ordinal);

    public JsonLinesStore(StoreContext context, bool flush)
    {
        (_context, _flush) = (context, flush);
        _file = new FileStream(
            Path.Combine(context.DataFolder, context.Namespace + ".jsonl"), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read,
            bufferSize: 4096, context.KeepData ? FileOptions.None : FileOptions.DeleteOnClose);
        ReadFile();
    }

    public StoreCapabilities Capabilities => StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent;

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireDistinct(events);
        cancellationToken.ThrowIfCancellationRequested();
        lock (_gate)
        {
            _signal.ThrowIfClosed();
            var actual = _streams.TryGetValue(stream.Value, out var known) ? known.Count : 0;
            if (!expected.Allows(actual))
                return ValueTask.FromResult<AppendResult>(new WrongExpectedVersion(expected, actual));

            var line = new JsonLine(stream.Value, _context.Time.GetUtcNow(), events);
            Write(line);
            Add(line);
            _signal.Advance(_all.Count);
            return ValueTask.FromResult<AppendResult>(new Appended(actual + events.Count, _all.Count));
        }
    }

    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default)
    {
        return StreamSlices.ReadAsync(fromVersion, maxCount, PageSize, ReadPage, cancellationToken);

        ValueTask<(List<RecordedEvent> Events, bool IsLast)> ReadPage(long from, int limit) =>
            ValueTask.FromResult(Page(() => _streams.GetValueOrDefault(stream.Value) ?? [], from - 1, limit));
    }

    public IAsyncEnumerable<EventBatch> SubscribeAsync(Checkpoint after, CancellationToken cancellationToken = default) =>
        _signal.FollowAsync(after, position => Page(() => _all, position, PageSize), cancellationToken);

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => Task.FromResult(new StoreDescription
    {
        ServerVersion = "jsonlines 1.0",
        ClientVersion = $".NET {Environment.Version}",
        Durability = _flush ? DurabilityTier.Fsync : DurabilityTier.Buffered,
        DurabilityReason = _flush
            ? "jsonlines.flush=on: each append is forced to disk."
            : "jsonlines.flush=off: the system writes when it likes.",
        Mechanism = "One writer at a time; readers and subscriptions read memory and are woken by each append.",
        Settings = [new EffectiveSetting("jsonlines.flush", _flush ? "on" : "off", FromServer: false)],
    });

    public ValueTask DisposeAsync()
    {
        lock (_gate)
            _signal.Close();

        return _file.DisposeAsync();
    }

    // A crash may leave a part of the last line, which was never acknowledged: it is cut off.
    private void ReadFile()
    {
        var bytes = new byte[_file.Length];
        _file.ReadExactly(bytes);
        var whole = bytes.AsSpan(0, bytes.AsSpan().LastIndexOf((byte)'\n') + 1);
        foreach (var line in whole.Split((byte)'\n'))
        {
            if (!whole[line].IsEmpty)
                Add(JsonSerializer.Deserialize<JsonLine>(whole[line])!);
        }

        _file.SetLength(whole.Length);
    }

    // After a failure nothing is known of the file's end: the store refuses everything until it is opened again.
    private void Write(JsonLine line)
    {
        try
        {
            _file.Write([.. JsonSerializer.SerializeToUtf8Bytes(line), (byte)'\n']);
            _file.Flush(_flush);
        }
        catch (IOException e)
        {
            _signal.Close();
            throw new OutcomeUnknownException($"The file {_file.Name} could not be written: {e.Message}", e);
        }
    }

    private void Add(JsonLine line)
    {
        var stream = CollectionsMarshal.GetValueRefOrAddDefault(_streams, line.Stream, out _) ??= [];
        foreach (var sent in line.Events)
        {
            var recorded = new RecordedEvent
            {
                Id = sent.Id,
                Stream = new StreamId(line.Stream),
                Version = stream.Count + 1,
                Position = _all.Count + 1,
                Type = sent.Type,
                Data = sent.Data.ToArray(),
                Metadata = sent.Metadata.ToArray(),
                RecordedAt = line.RecordedAt,
            };
            stream.Add(recorded);
            _all.Add(recorded);
        }
    }

    private (List<RecordedEvent> Events, bool IsLast) Page(Func<List<RecordedEvent>> source, long skip, int count)
    {
        lock (_gate)
        {
            _signal.ThrowIfClosed();
            var events = source();
            var start = (int)Math.Min(skip, events.Count);
            var page = events.GetRange(start, Math.Min(count, events.Count - start));
            return (page, page.Count < count);
        }
    }

    /// <summary>An append as the file has it: one line, so that it is there whole or not at all. Data and metadata are in Base64.</summary>
    private sealed record JsonLine(string Stream, DateTimeOffset RecordedAt, IReadOnlyList<EventData> Events);
}
