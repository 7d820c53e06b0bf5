namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>
/// The small events of the published experiment, as compact JSON: a symbol, a security type, a last price. Each is made from
/// the seed and its number alone; a symbol has a separate stream.
/// </summary>
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
        {
            length++;
        }

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
