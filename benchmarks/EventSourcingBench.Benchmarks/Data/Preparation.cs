namespace EventSourcingBench.Benchmarks.Data;

internal static class Preparation
{
    private const int Batch = 500;

    /// <summary>Writes what is missing of the stream: all of it, or what a try that was cut short has left.</summary>
    /// <exception cref="InvalidOperationException">The stream holds something else.</exception>
    public static async Task EnsureStreamAsync(IEventStore store, DataSet data, CancellationToken cancellationToken)
    {
        var there = await CountAsync(store, data.Stream, data.Events, cancellationToken);
        foreach (var batch in data.After(there).Chunk(Batch))
        {
            await AppendAsync(store, data.Stream, there, batch, cancellationToken);
            there += batch.Length;
        }
    }

    /// <exception cref="InvalidOperationException">One of the streams holds something else.</exception>
    public static async Task EnsureSnapshotAsync(IEventStore store, DataSet data, CancellationToken cancellationToken)
    {
        await EnsureStreamAsync(store, data, cancellationToken);
        if (await CountAsync(store, data.Snapshots, 1, cancellationToken) == 0)
            await AppendAsync(store, data.Snapshots, 0, [data.Snapshot()], cancellationToken);
    }

    // Looks at the end first: a stream that is complete is known by one short reading.
    private static async Task<long> CountAsync(IEventStore store, StreamId stream, int wanted, CancellationToken cancellationToken) =>
        await store.ReadStreamAsync(stream, wanted, 2, cancellationToken).CountAsync(cancellationToken) switch
        {
            0 => await store.ReadStreamAsync(stream, cancellationToken: cancellationToken).LongCountAsync(cancellationToken),
            1 => wanted,
            _ => throw new InvalidOperationException(
                $"The stream {stream} holds more than {wanted} events: it is not the one of this data set. "
                    + "Run without --keep, or drop it."),
        };

    private static async Task AppendAsync(
        IEventStore store, StreamId stream, long version, IReadOnlyList<EventData> events, CancellationToken cancellationToken)
    {
        if (await store.AppendAsync(stream, ExpectedVersion.After(version), events, cancellationToken) is not Appended)
        {
            throw new InvalidOperationException(
                $"The stream {stream} grew while it was written: another run prepares it. Let one run at a time use a server with --keep.");
        }
    }
}
