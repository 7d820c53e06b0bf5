namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>
/// The events of the suite by their numbers, and what is in the store before the load: streams of equal length that are used, and
/// others that are not.
/// </summary>
/// <param name="streams">How many streams are used.</param>
/// <param name="length">How many events each of them has, 1 or more.</param>
/// <param name="others">How many events other streams have.</param>
/// <param name="payload">Bytes of an event's data; 64 or more.</param>
/// <param name="seed">The same seed gives the same data.</param>
internal sealed class MixedContent(int streams, int length, long others, long payload, int seed) : IBulkContent
{
    /// <summary>The type of all events.</summary>
    public const string EventType = "ItemChanged";

    private const int OtherLength = 100;
    private const int Letters = 26;

    /// <summary>How many streams are used.</summary>
    public int Streams => streams;

    /// <summary>How many events each of them has before the load.</summary>
    public int Length => length;

    /// <summary>How many events are in the store before the load.</summary>
    public long Count => ((long)streams * length) + others;

    /// <summary>All streams that are there before the load.</summary>
    public IEnumerable<string> Keys => Enumerable.Range(0, StreamOf(Count - 1) + 1).Select(NameOf);

    /// <summary>A stream by its index.</summary>
    /// <param name="index">From 0.</param>
    public string NameOf(int index) => index < streams
        ? string.Create(CultureInfo.InvariantCulture, $"item-{index}")
        : string.Create(CultureInfo.InvariantCulture, $"other-{index - streams}");

    public int StreamOf(long number) => number < (long)streams * length
        ? (int)(number / length)
        : streams + (int)((number - ((long)streams * length)) / OtherLength);

    public ulong HashOf(long number) => ContentHash.Of(EventType, DataOf(number), metadata: []);

    /// <summary>An event.</summary>
    /// <param name="id">Its id.</param>
    /// <param name="number">Its number.</param>
    public EventData EventOf(Guid id, long number) => new(id, EventType, DataOf(number));

    private byte[] DataOf(long number)
    {
        var head = string.Create(CultureInfo.InvariantCulture, $"{{\"number\":{number},\"payload\":\"");
        var data = new byte[Math.Max(payload, head.Length + 2)];
        Encoding.ASCII.GetBytes(head, data);
        var bits = SplitMix64.BitsAt(seed, number);
        for (var i = head.Length; i < data.Length - 2; i++)
        {
            // A linear congruential step is enough for letters that no compression foresees.
            bits = (bits * 6364136223846793005) + 1442695040888963407;
            data[i] = (byte)('a' + (int)(Math.BigMul(bits, Letters, out _)));
        }

        (data[^2], data[^1]) = ((byte)'"', (byte)'}');
        return data;
    }
}
