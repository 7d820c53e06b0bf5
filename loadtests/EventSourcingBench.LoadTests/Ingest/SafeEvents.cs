using System.Buffers.Text;

namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>
/// The small events of the published experiment, as compact JSON: a symbol, a security type, a last price. Each is made from
/// the seed and its number alone; a symbol has a separate stream.
/// </summary>
internal sealed class SafeEvents
{
    /// <summary>The name of the schema.</summary>
    public const string EventType = "SafeEvent";

    /// <summary>No event is longer than so many bytes.</summary>
    public const int LongestBytes = 64;

    private const int Letters = 26;
    private const int SecurityTypes = 9;
    private const int Prices = 90;
    private const int LeastTenths = 10;
    private readonly int _seed;
    private readonly byte[][] _heads;
    private readonly string[] _symbols;
    private readonly ulong[] _hashes;

    /// <summary>Makes the events of a seed.</summary>
    /// <param name="seed">The seed.</param>
    /// <param name="streams">How many symbols there are.</param>
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
        _heads = [.. _symbols.Select((s, i) => Encoding.UTF8.GetBytes($"{{\"s\":\"{s}\",\"t\":{TypeOf(i)},\"p\":"))];
        _hashes = new ulong[streams * Prices];
    }

    /// <summary>The streams, one for each symbol.</summary>
    public IReadOnlyList<StreamId> Streams { get; }

    /// <summary>The number of an event's stream.</summary>
    public int StreamOf(long number) => (int)Math.BigMul(SplitMix64.BitsAt(_seed, number), (ulong)_heads.Length, out _);

    /// <summary>Writes an event's data.</summary>
    /// <param name="number">Its number.</param>
    /// <param name="stream">Its stream, see <see cref="StreamOf"/>.</param>
    /// <param name="data">Room for <see cref="LongestBytes"/>.</param>
    /// <returns>How many bytes it has.</returns>
    public int Write(long number, int stream, Span<byte> data)
    {
        var head = _heads[stream];
        head.CopyTo(data);
        var tenths = LeastTenths + PriceOf(number);
        Utf8Formatter.TryFormat(tenths / 10, data[head.Length..], out var digits);
        var end = head.Length + digits;
        data[end++] = (byte)'.';
        data[end++] = (byte)('0' + (tenths % 10));
        data[end++] = (byte)'}';
        return end;
    }

    /// <summary>The <see cref="ContentHash"/> of an event. There are few different ones: each is computed once.</summary>
    /// <param name="number">Its number.</param>
    /// <param name="stream">The stream whose symbol it has.</param>
    public ulong HashOf(long number, int stream)
    {
        ref var hash = ref _hashes[(stream * Prices) + PriceOf(number)];
        if (hash == 0)
        {
            Span<byte> data = stackalloc byte[LongestBytes];
            hash = ContentHash.Of(EventType, data[..Write(number, stream, data)], default);
        }

        return hash;
    }

    /// <summary>Symbol and security type of the events of a stream.</summary>
    /// <param name="stream">The stream.</param>
    public (string Symbol, int Type) HeadOf(int stream) => (_symbols[stream], TypeOf(stream));

    /// <summary>Mean bytes of the data of the first events; of a thousand of them where there are more.</summary>
    /// <param name="count">How many, 1 or more.</param>
    public double MeanBytes(long count)
    {
        const long enough = 1_000;
        var data = new byte[LongestBytes];
        var asked = Math.Min(count, enough);
        var bytes = 0L;
        for (var n = 0L; n < asked; n++)
        {
            bytes += Write(n, StreamOf(n), data);
        }

        return (double)bytes / asked;
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
