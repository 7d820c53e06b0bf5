using System.Buffers.Text;
using System.Text;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// The small events of the published experiment, as compact JSON: a symbol, a security type, a last price. Each is made from
/// the seed and its number alone; a symbol has a stream of its own.
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

        var symbols = Enumerable.Range(0, streams).Select(s => Symbol(s, length)).ToList();
        Streams = [.. symbols.Select(s => new StreamId("safe-" + s))];
        _heads = [.. symbols.Select((s, i) => Encoding.UTF8.GetBytes(FormattableString.Invariant($"{{\"s\":\"{s}\",\"t\":{1 + (i % SecurityTypes)},\"p\":")))];
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
        var tenths = LeastTenths + (int)((SplitMix64.BitsAt(_seed, number) & uint.MaxValue) % Prices);
        Utf8Formatter.TryFormat(tenths / 10, data[head.Length..], out var digits);
        var end = head.Length + digits;
        data[end++] = (byte)'.';
        data[end++] = (byte)('0' + (tenths % 10));
        data[end++] = (byte)'}';
        return end;
    }

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

    private static string Symbol(int number, int length) => string.Create(length, number, static (letters, rest) =>
    {
        for (var i = letters.Length - 1; i >= 0; i--)
        {
            letters[i] = (char)('A' + (rest % Letters));
            rest /= Letters;
        }
    });
}
