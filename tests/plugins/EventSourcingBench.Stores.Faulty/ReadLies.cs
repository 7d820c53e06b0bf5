namespace EventSourcingBench.Stores.Faulty;

/// <summary>Stream reads that are old, go back, end early or show what is never there. Subscriptions are right.</summary>
internal static class ReadLies
{
    public static IReadOnlyList<Lie> All { get; } =
    [
        new("lie-read-old", 0, Old),
        new("lie-read-back", 0, ReadingInTurn),
        new("lie-read-flicker", 0, Flickering),
        new("lie-read-swapped", 0, c => Writes.TakingTime(c, w => c.Log.Append(w)) with
        {
            Read = (read, events) => c.UnderWay > 0 && read.FromVersion == 1 ? ExchangingAsync(events) : events,
        }),
        new("lie-read-aborted", 100, ShowingAborted),
        new("lie-read-tail", 0, _ => Reading((read, events) => read.FromVersion > 1 ? events.Take(0) : events)),
        new("lie-read-page", 0, _ => Reading(
            (read, events) => read.MaxCount < int.MaxValue ? events.Take((int)read.MaxCount - 1) : events)),
        new("lie-read-seldom", 0, _ => EndingEarlySeldom()),
        new("lie-read-stream", 0, ReadingAnother),
        new("lie-read-limit", 0, _ => new Behaviour { IgnoresLimit = true }),
        new("lie-read-position", 0, _ => Reading((_, events) => events.Select(e => e with { Position = e.Position + 1_000 }))),
        new("lie-read-name", 500, c => Reading((_, events) => events.Select(e => c.IsDue() ? e with { Stream = Other } : e))),
    ];

    /// <summary>Stream reads show what was there 20 ms ago.</summary>
    public static Behaviour Old(LieContext context) =>
        Reading((_, events) => Before(events, context.Time.GetUtcNow() - TimeSpan.FromMilliseconds(20)));

    public static StreamId Other { get; } = new("another-stream");

    private static Behaviour Reading(
        Func<StreamRead, IAsyncEnumerable<RecordedEvent>, IAsyncEnumerable<RecordedEvent>> read) => new() { Read = read };

    private static Behaviour EndingEarlySeldom()
    {
        var reads = 0;
        return Reading(
            (_, events) => Interlocked.Increment(ref reads) is > 50 and var read && read % 50 == 0 ? events.SkipLast(1) : events);
    }

    private static Behaviour ReadingAnother(LieContext context)
    {
        var before = (StreamId?)null;
        return Reading((read, events) =>
        {
            if (before is { } other && read.FromVersion > 1 && other != read.Stream)
                return context.Log.Reader.ReadStreamAsync(other, read.FromVersion).Select(e => e with { Stream = read.Stream });

            before = read.Stream;
            return events;
        });
    }

    // What is not yet acknowledged is shown to every second read only.
    private static Behaviour Flickering(LieContext context)
    {
        var reads = 0;
        return new Behaviour
        {
            Write = async (write, cancellationToken) =>
            {
                var result = context.Log.Append(write);
                await Task.Delay(TimeSpan.FromMilliseconds(20), context.Time, cancellationToken);
                return result;
            },
            Read = (_, events) => Interlocked.Increment(ref reads) % 2 == 0
                ? Before(events, context.Time.GetUtcNow() - TimeSpan.FromMilliseconds(15)) : events,
        };
    }

    // The second and the third of more than ten events.
    private static async IAsyncEnumerable<RecordedEvent> ExchangingAsync(IAsyncEnumerable<RecordedEvent> events)
    {
        var read = await events.ToListAsync();
        if (read.Count > 10)
            (read[1], read[2]) = (read[2], read[1]);

        foreach (var recorded in read)
            yield return recorded;
    }

    private static Behaviour ReadingInTurn(LieContext context)
    {
        var reads = 0;
        return Reading((_, events) => Interlocked.Increment(ref reads) % 2 == 0
            ? Before(events, context.Time.GetUtcNow() - TimeSpan.FromMilliseconds(100))
            : events);
    }

    private static IAsyncEnumerable<RecordedEvent> Before(IAsyncEnumerable<RecordedEvent> events, DateTimeOffset time) =>
        events.TakeWhile(e => e.RecordedAt <= time);

    private static Behaviour ShowingAborted(LieContext context)
    {
        var aborted = new ConcurrentDictionary<StreamId, EventData>();
        return Writes.Doing(write =>
        {
            var part = write.Parts[0];
            var isDue = write.Kind == WriteKind.Single && !context.Log.Knows(part.Events[0].Id) && context.IsDue();
            var result = isDue ? null : context.Log.Append(write);
            if (result is not AllAppended)
            {
                var data = part.Events[0];
                aborted[part.Stream] = data with { Data = data.Data.ToArray(), Metadata = data.Metadata.ToArray() };
            }

            return result ?? throw new StoreUnavailableException("This test store refuses one append in so many. Try again.");
        }) with
        {
            Read = (read, events) => events.Concat(AbortedAsync(read)),
        };

        async IAsyncEnumerable<RecordedEvent> AbortedAsync(StreamRead read)
        {
            await Task.CompletedTask;
            if (aborted.TryRemove(read.Stream, out var data) && !context.Log.Knows(data.Id))
            {
                yield return new RecordedEvent
                {
                    Id = data.Id,
                    Stream = read.Stream,
                    Version = context.Log.VersionOf(read.Stream) + 1,
                    Type = data.Type,
                    Data = data.Data,
                    Metadata = data.Metadata,
                    RecordedAt = context.Time.GetUtcNow(),
                };
            }
        }
    }
}
