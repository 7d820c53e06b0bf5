namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>The small events of the published experiment, as compact JSON: a symbol, a security type, a last price. They follow from seed
/// and number: first those of all symbols, a stream each, then equally many for each further stream, all of the first symbol.</summary>
internal sealed class SafeEvents : IBulkContent
{
    public const string EventType = "SafeEvent";

    /// <summary>No event is longer than so many bytes.</summary>
    public const int LongestBytes = 64;

    private const int SecurityTypes = 9;
    private const int Digits = 9;
    private const int Prices = Digits * Digits;
    private const int CheckEvery = 1_024;

    // In canonical form, see ContentHash: members in the order of their names, no zero behind the point. The lowest price.
    private static ReadOnlySpan<byte> Head => "{\"p\":1.1"u8;

    private readonly int _seed;
    private readonly long _main;
    private readonly int _length;
    private readonly string[] _symbols;
    private readonly byte[][] _tails;
    private readonly ulong[] _hashes;

    /// <summary>Makes <c>count</c> events of the symbols, and <c>length</c> of each further stream (<c>others</c>).</summary>
    public SafeEvents(int seed, int symbols, long count, IReadOnlyList<string>? others = null, int length = 1)
    {
        (_seed, _main, _length) = (seed, count, length);
        var letters = 1;
        for (var names = Symbols.LetterCount; names < symbols; names *= Symbols.LetterCount)
            letters++;

        _symbols = [.. Enumerable.Range(0, symbols).Select(s => Symbols.Letters(s, letters))];
        _tails = [.. _symbols.Select((s, i) => Encoding.UTF8.GetBytes($",\"s\":\"{s}\",\"t\":{TypeOf(i)}}}"))];
        _hashes = new ulong[symbols * Prices];
        Streams = [.. _symbols.Select(s => "safe-" + s).Concat(others ?? []).Select(s => new StreamId(s))];
        Count = count + ((Streams.Count - (long)symbols) * length);
    }

    public IReadOnlyList<StreamId> Streams { get; }

    public long Count { get; }

    public int StreamOf(long number) => number < _main ? SymbolOf(number) : _symbols.Length + (int)((number - _main) / _length);

    // There are few different ones: each is computed once.
    public ulong HashOf(long number)
    {
        ref var hash = ref _hashes[(SymbolOf(number) * Prices) + PriceOf(number)];
        if (hash == 0)
        {
            Span<byte> data = stackalloc byte[LongestBytes];
            hash = ContentHash.Of(EventType, data[..Write(number, data)], metadata: [], isCanonical: true);
        }

        return hash;
    }

    public (string Symbol, int SecurityType) HeadOf(long number) => (_symbols[SymbolOf(number)], TypeOf(SymbolOf(number)));

    /// <summary>Writes an event's data, <see cref="LongestBytes"/> at most.</summary>
    public int Write(long number, Span<byte> data)
    {
        var (tail, (whole, tenth)) = (_tails[SymbolOf(number)], Math.DivRem(PriceOf(number), Digits));
        Head.CopyTo(data);
        data[5] += (byte)whole;
        data[7] += (byte)tenth;
        tail.CopyTo(data[Head.Length..]);
        return Head.Length + tail.Length;
    }

    /// <summary>Mean bytes of the data of the first events; of a thousand of them where there are more.</summary>
    public double MeanBytes()
    {
        var data = new byte[LongestBytes];
        return Enumerable.Range(0, (int)Math.Min(_main, 1_000)).Average(n => Write(n, data));
    }

    /// <summary>The events of the further streams, which are flushed together.</summary>
    public BufferBatch Others(EventIds ids) => Batch(ids, _main, Count);

    public BufferBatch Batch(EventIds ids, long from, long to)
    {
        var (batch, data) = (new BufferBatch(likely: null), new byte[LongestBytes]);
        for (var number = from; number < to; number++)
            batch.Add(StreamOf(number), ids.Of(number), data.AsSpan(0, Write(number, data)));

        return batch;
    }

    /// <summary>Offers events up to the number before <c>to</c> to a buffer as fast as it takes them, until the flusher gives up. One that
    /// the buffer refuses is counted there, and the next follows, as a sensor would send it.</summary>
    public async Task ProduceAsync(
        EventIds ids, long from, long to, EventBuffer buffer, BulkFlusher flusher, CancellationToken cancellationToken)
    {
        var data = new byte[LongestBytes];
        for (var number = from; number < to; number++)
        {
            if (number % CheckEvery == 0 && (flusher.Broken is not null || cancellationToken.IsCancellationRequested))
                return;

            await buffer.AddAsync(StreamOf(number), ids.Of(number), data.AsMemory(0, Write(number, data)));
        }
    }

    private static int TypeOf(int symbol) => 1 + (symbol % SecurityTypes);

    private int SymbolOf(long number) =>
        number < _main ? (int)Math.BigMul(SplitMix64.BitsAt(_seed, number), (ulong)_symbols.Length, out _) : 0;

    private int PriceOf(long number) => (int)((SplitMix64.BitsAt(_seed, number) & uint.MaxValue) % Prices);
}
