using System.Text.RegularExpressions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>A namespace on a server that cannot drop one. A stream with its name holds one event, whose number is the namespace's
/// generation and part of the names of all its streams: <c>NAMESPACE.GENERATION/STREAM</c>. Dropping the namespace deletes that stream: the
/// next opening gets the next number and therefore an empty namespace. Neither the namespace nor the generation contains a slash, so no
/// prefix is the start of another. Closing drops a namespace that this opening created.</summary>
internal sealed record LogNamespace(string Name, long Generation, bool IsNew)
{
    private const string EventType = "NamespaceOpened";
    private const int MostDeletions = 16;

    // The server's names of the streams that this store appended to.
    private readonly ConcurrentDictionary<string, string> _written = new(StringComparer.Ordinal);

    public string Prefix { get; } = string.Create(CultureInfo.InvariantCulture, $"{Name}.{Generation}/");

    public string FileName => Prefix.TrimEnd('/');

    public string NameOf(StreamId stream) => _written.TryGetValue(stream.Value, out var name) ? name : Prefix + stream.Value;

    /// <summary>The server's name of a stream, which is recorded as written to.</summary>
    public string Writing(StreamId stream) => _written.GetOrAdd(stream.Value, static (own, before) => before + own, Prefix);

    /// <summary>The server's filter on the store's streams, or on some of them. The projections of the server that index categories
    /// (<c>$ce</c>) need not run for it.</summary>
    public IEventFilter Filter(StreamSelection? only) => only is { IsCategory: false }
        ? StreamFilter.RegularExpression($"^{Regex.Escape(Prefix + only.Text)}$")
        : StreamFilter.Prefix(Prefix + only?.Text);

    public StreamId StreamOf(string name) => new(name[Prefix.Length..]);

    public static async Task<LogNamespace> OpenAsync(LogClient client, string name, CancellationToken cancellationToken)
    {
        while (true)
        {
            if (await FindAsync(client, name, cancellationToken) is { } found)
                return new LogNamespace(name, found, IsNew: false);

            ClientEvent[] opened = [new ClientEvent(Uuid.NewUuid(), EventType, "{}"u8.ToArray())];
            var result = await Dialect.AppendAsync(client, name, ExpectedVersion.NoStream, opened, null, cancellationToken)
                .WaitAsync(cancellationToken);
            if (result is not WrongExpectedVersionResult)
                return new LogNamespace(name, Dialect.Version(result) - 1, IsNew: true);

            // Another process opened it meanwhile, and will drop it.
        }
    }

    /// <summary>Drops the namespace. The server's next scavenge removes its streams.</summary>
    public async Task DropAsync(LogClient client, CancellationToken cancellationToken)
    {
        await DeleteAsync(client, Name, cancellationToken);
        await Parallel.ForEachAsync(
            _written.Values,
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
            // The stream does not exist: no append to it ever succeeded.
        }
    }

    private static async Task<long?> FindAsync(LogClient client, string name, CancellationToken cancellationToken)
    {
        var read = client.ReadStreamAsync(Direction.Backwards, name, StreamPosition.End, maxCount: 1, cancellationToken: cancellationToken);
        if (await read.ReadState == ReadState.StreamNotFound)
            return null;

        await foreach (var last in read)
            return last.Event.EventNumber.ToInt64();

        return null;
    }
}
