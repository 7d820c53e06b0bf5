namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>The small events of the published experiment, as compact JSON: a symbol, a security type, a last price. Each is made from the
/// seed and its number alone; a symbol has a separate stream.</summary>
internal sealed class SafeEvents
{
    public const string EventType = "SafeEvent";

    /// <summary>No event is longer than so many bytes.</summary>
    public const int LongestBytes = 64;

    private const int Letters = 26;
    private const int SecurityTypes = 9;
    private const int Digits = 9;
    private const int Prices = Digits * Digits;

    private static ReadOnlySpan<byte> Head => "{\"p\":"u8;

    private readonly int _seed;
    private readonly byte[][] _tails;
    private readonly string[] _symbols;
    private readonly ulong[] _hashes;

    public SafeEvents(int seed, int streams)
    {
        _seed = seed;
        var length = 1;
        for (var names = Letters; names < streams; names *= Letters)
            length++;

        _symbols = [.. Enumerable.Range(0, streams).Select(s => Symbol(s, length))];
        Streams = [.. _symbols.Select(s => new StreamId("safe-" + s))];
        _tails = [.. _symbols.Select((s, i) => Encoding.UTF8.GetBytes($",\"s\":\"{s}\",\"t\":{TypeOf(i)}}}"))];
        _hashes = new ulong[streams * Prices];
    }

    public IReadOnlyList<StreamId> Streams { get; }

    public int StreamOf(long number) => (int)Math.BigMul(SplitMix64.BitsAt(_seed, number), (ulong)_tails.Length, out _);

    /// <summary>Writes an event's data, <see cref="LongestBytes"/> at most.</summary>
    /// <returns>How many bytes it has.</returns>
    public int Write(long number, int stream, Span<byte> data)
    {
        // In canonical form, see ContentHash: members in the order of their names, no zero behind the point.
        Head.CopyTo(data);
        var (whole, tenth) = Math.DivRem(PriceOf(number), Digits);
        var end = Head.Length;
        data[end++] = (byte)('1' + whole);
        data[end++] = (byte)'.';
        data[end++] = (byte)('1' + tenth);
        _tails[stream].CopyTo(data[end..]);
        return end + _tails[stream].Length;
    }

    /// <summary>The <see cref="ContentHash"/> of an event. There are few different ones: each is computed once.</summary>
    public ulong HashOf(long number, int stream)
    {
        ref var hash = ref _hashes[(stream * Prices) + PriceOf(number)];
        if (hash == 0)
        {
            Span<byte> data = stackalloc byte[LongestBytes];
            hash = ContentHash.Of(EventType, data[..Write(number, stream, data)], metadata: [], isCanonical: true);
        }

        return hash;
    }

    /// <summary>Symbol and security type of the events of a stream.</summary>
    public (string Symbol, int Type) HeadOf(int stream) => (_symbols[stream], TypeOf(stream));

    /// <summary>Mean bytes of the data of the first events; of a thousand of them where there are more.</summary>
    public double MeanBytes(long count)
    {
        var (data, asked) = (new byte[LongestBytes], (int)Math.Min(count, 1_000));
        return Enumerable.Range(0, asked).Average(n => Write(n, StreamOf(n), data));
    }

    private static int TypeOf(int stream) => 1 + (stream % SecurityTypes);

    private int PriceOf(long number) => (int)((SplitMix64.BitsAt(_seed, number) & uint.MaxValue) % Prices);

    private static string Symbol(int number, int length) => string.Create(length, number, static (letters, rest) =>
    {
        for (var i = letters.Length - 1; i >= 0; i--)
        {
            letters[i] = (char)('A' + (rest % Letters));
            rest /= Letters;
        }
    });
}

/// <summary>The events of the bulk appends of a step, or of a trial, by number: first the main ones, each in the stream of its symbol, then
/// equal numbers of others for each of some further streams.</summary>
internal sealed class BulkSafeEvents(SafeEvents events, long count, IReadOnlyList<StreamId> others, int length) : IBulkContent
{
    public IReadOnlyList<StreamId> Streams { get; } = [.. events.Streams, .. others];

    public long Count => count + ((long)others.Count * length);

    public int StreamOf(long number) => number < count ? events.StreamOf(number) : events.Streams.Count + (int)((number - count) / length);

    public ulong HashOf(long number) => events.HashOf(number, HeadOf(number));

    /// <summary>The row that an event gives to <see cref="SafeEventProjection"/>.</summary>
    public FoundRow RowOf(Guid id, long number)
    {
        var (symbol, type) = events.HeadOf(HeadOf(number));
        return new FoundRow(id, symbol, type);
    }

    /// <summary>Events that are flushed together, up to the number before <c>to</c>.</summary>
    public BufferBatch Batch(EventIds ids, long from, long to)
    {
        var (batch, data) = (new BufferBatch(likely: null), new byte[SafeEvents.LongestBytes]);
        for (var number = from; number < to; number++)
            batch.Add(StreamOf(number), ids.Of(number), data.AsSpan(0, events.Write(number, HeadOf(number), data)));

        return batch;
    }

    // The others are all of one symbol.
    private int HeadOf(long number) => number < count ? events.StreamOf(number) : 0;
}

/// <summary>The producer: offers small events to a buffer as fast as it takes them.</summary>
internal static class EventProducer
{
    private const int CheckEvery = 1_024;

    /// <summary>Offers events up to the number before <c>to</c>; when the flusher has given up, no more. One that the buffer refuses is
    /// counted there, and the producer goes on with the next, as a sensor would.</summary>
    public static async Task RunAsync(
        SafeEvents events, EventIds ids, long from, long to, EventBuffer buffer, BulkFlusher flusher, CancellationToken cancellationToken)
    {
        var data = new byte[SafeEvents.LongestBytes];
        for (var number = from; number < to; number++)
        {
            if (number % CheckEvery == 0 && (flusher.Broken is not null || cancellationToken.IsCancellationRequested))
                return;

            var stream = events.StreamOf(number);
            var length = events.Write(number, stream, data);
            await buffer.AddAsync(stream, ids.Of(number), data.AsMemory(0, length));
        }
    }
}
