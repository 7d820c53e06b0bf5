using System.Globalization;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>
/// A namespace on a server that cannot drop one: a stream of its name holds an event, whose number is the namespace's
/// generation and part of the names of all its streams. When it is dropped that stream is deleted; the next to open it
/// gets the next number and so an empty namespace, whatever of the old streams is still in the log.
/// </summary>
/// <param name="Name">The namespace.</param>
/// <param name="Generation">How often it was dropped before.</param>
/// <param name="IsNew">Whether this opening made it, and so drops it.</param>
internal sealed record LogNamespace(string Name, long Generation, bool IsNew)
{
    private const string EventType = "NamespaceOpened";
    private const int MostDeletions = 16;

    /// <summary>What all its streams' names begin with.</summary>
    public string Prefix => $"{FileName}/";

    /// <summary>A name for files that belong to it.</summary>
    public string FileName => string.Create(CultureInfo.InvariantCulture, $"{Name}.{Generation}");

    public static async Task<LogNamespace> OpenAsync(LogClient client, string name, CancellationToken cancellationToken)
    {
        while (true)
        {
            if (await FindAsync(client, name, cancellationToken) is { } found)
            {
                return new LogNamespace(name, found, IsNew: false);
            }

            ClientEvent[] opened = [new ClientEvent(Uuid.NewUuid(), EventType, "{}"u8.ToArray())];
            var result = await Dialect.AppendAsync(client, name, ExpectedVersion.NoStream, opened, null, cancellationToken).WaitAsync(cancellationToken);
            if (result is not WrongExpectedVersionResult)
            {
                return new LogNamespace(name, Dialect.Version(result) - 1, IsNew: true);
            }

            // Another opened it meanwhile: it is theirs.
        }
    }

    /// <summary>Makes it empty for the next to open it, and leaves the streams to the server's next scavenge.</summary>
    public async Task DropAsync(LogClient client, IEnumerable<string> streams, CancellationToken cancellationToken)
    {
        await DeleteAsync(client, Name, cancellationToken);
        await Parallel.ForEachAsync(
            streams,
            new ParallelOptions { MaxDegreeOfParallelism = MostDeletions, CancellationToken = cancellationToken },
            async (stream, cancel) => await DeleteAsync(client, stream, cancel));
    }

    private static async Task DeleteAsync(LogClient client, string stream, CancellationToken cancellationToken)
    {
        try
        {
            await client.DeleteAsync(stream, StreamState.Any, cancellationToken: cancellationToken);
        }
        catch (WrongExpectedVersionException)
        {
            // It is not there: no append to it ever succeeded.
        }
    }

    private static async Task<long?> FindAsync(LogClient client, string name, CancellationToken cancellationToken)
    {
        var read = client.ReadStreamAsync(Direction.Backwards, name, StreamPosition.End, maxCount: 1, cancellationToken: cancellationToken);
        if (await read.ReadState == ReadState.StreamNotFound)
        {
            return null;
        }

        await foreach (var last in read)
        {
            return last.Event.EventNumber.ToInt64();
        }

        return null;
    }
}
