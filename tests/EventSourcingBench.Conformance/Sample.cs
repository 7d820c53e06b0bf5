namespace EventSourcingBench.Conformance;

/// <summary>Events, streams and comparisons for the tests.</summary>
public static class Sample
{
    /// <summary>The type of the events that the test's projection turns into rows.</summary>
    public const string Counted = "Counted";

    /// <summary>A stream that nothing else uses.</summary>
    public static StreamId NewStream(string prefix = "stream") => new($"{prefix}-{Guid.NewGuid():N}");

    /// <summary>An event that the test's projection turns into a row; its ApiCallTime is now.</summary>
    public static EventData Event(string group = "A", long amount = 1)
    {
        var data = JsonSerializer.SerializeToUtf8Bytes(new { group, amount, apiCallTime = DateTimeOffset.UtcNow });
        return new EventData(Guid.CreateVersion7(), Counted, data);
    }

    /// <summary>Events of <see cref="Event"/>, with amounts 1, 2, 3…</summary>
    public static EventData[] Events(int count, string group = "A") =>
        [.. Enumerable.Range(1, count).Select(i => Event(group, i))];

    /// <summary>The events after a checkpoint, in batches until there are enough.</summary>
    public static async Task<List<RecordedEvent>> ReadUntilAsync(
        this ICatchUpSubscription subscription,
        Checkpoint after,
        Func<List<RecordedEvent>, EventBatch, bool> isEnough,
        CancellationToken cancellationToken)
    {
        var events = new List<RecordedEvent>();
        await foreach (var batch in subscription.SubscribeAsync(after, cancellationToken))
        {
            events.AddRange(batch.Events);
            if (isEnough(events, batch))
                break;
        }

        return events;
    }

    /// <summary>The events after a checkpoint, until the subscription has nothing more to deliver.</summary>
    public static Task<List<RecordedEvent>> ReadToEndAsync(
        this ICatchUpSubscription subscription, Checkpoint after = default, CancellationToken cancellationToken = default) =>
        subscription.ReadUntilAsync(after, (_, batch) => batch.CaughtUp, cancellationToken);

    /// <summary>Waits until a projection has so many rows, also where its server is away for a while. Its own failure is thrown.</summary>
    public static async Task HasRowsAsync(this IRunningProjection running, long rows, CancellationToken limit)
    {
        while (await CountAsync() < rows)
        {
            if (running.Completion.IsFaulted)
                await running.Completion;

            await Task.Delay(2, limit);
        }

        async ValueTask<long> CountAsync()
        {
            try
            {
                return (await running.GetStatusAsync(limit)).Rows;
            }
            catch (StoreUnavailableException)
            {
                return -1;
            }
        }
    }

    /// <summary>Same id, type, data and metadata. JSON may be written differently, but in a store that keeps bytes.</summary>
    public static void ShouldBeSame(this EventData actual, EventData expected, StoreCapabilities store = StoreCapabilities.None)
    {
        var keepsBytes = store.HasFlag(StoreCapabilities.KeepsBytes);
        (actual.Id, actual.Type).ShouldBe((expected.Id, expected.Type));
        ShouldBeSameJson(actual.Data, expected.Data, keepsBytes);
        ShouldBeSameJson(actual.Metadata, expected.Metadata, keepsBytes);
    }

    public static void ShouldBeSame(this RecordedEvent actual, EventData expected, StoreCapabilities store = StoreCapabilities.None) =>
        new EventData(actual.Id, actual.Type, actual.Data) { Metadata = actual.Metadata }.ShouldBeSame(expected, store);

    public static void ShouldBeSame(
        this List<RecordedEvent> actual, EventData[] expected, StoreCapabilities store = StoreCapabilities.None)
    {
        actual.Count.ShouldBe(expected.Length);
        for (var i = 0; i < expected.Length; i++)
            actual[i].ShouldBeSame(expected[i], store);
    }

    /// <summary>The versions are <paramref name="first"/> and each next one.</summary>
    public static void ShouldBeContiguous(this IReadOnlyList<RecordedEvent> events, long first = 1) =>
        events.Select(e => e.Version).ShouldBe(Enumerable.Range(0, events.Count).Select(i => first + i));

    public static void ShouldBeSameJson(ReadOnlyMemory<byte> actual, ReadOnlyMemory<byte> expected, bool keepsBytes)
    {
        if (actual.Span.SequenceEqual(expected.Span))
            return;

        keepsBytes.ShouldBeFalse("the store promises to keep bytes, and gave others");
        expected.IsEmpty.ShouldBeFalse("the store gave bytes where none were given");
        using var one = JsonDocument.Parse(actual);
        using var other = JsonDocument.Parse(expected);
        JsonElement.DeepEquals(one.RootElement, other.RootElement).ShouldBeTrue("the JSON is not the same");
    }
}
