namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>The events of the suite by their numbers, and what is in the store before the load: streams of equal length that are used, and
/// others that are not. The payload is the bytes of an event's data, 100 or more.</summary>
internal sealed class MixedContent(int streams, int length, long others, long payload, int seed) : IBulkContent
{
    private const int OtherLength = 100;
    private const int Letters = 26;

    public int Streams => streams;

    public int Length => length;

    public long Count => ((long)streams * length) + others;

    public IEnumerable<string> Keys => Enumerable.Range(0, StreamOf(Count - 1) + 1).Select(NameOf);

    public string NameOf(int index) => index < streams
        ? string.Create(CultureInfo.InvariantCulture, $"item-{index}")
        : string.Create(CultureInfo.InvariantCulture, $"other-{index - streams}");

    public int StreamOf(long number) => number < (long)streams * length
        ? (int)(number / length) : streams + (int)((number - ((long)streams * length)) / OtherLength);

    public ulong HashOf(long number) => ContentHash.Of(
        ItemsProjection.EventType, DataOf(number, sent: null), metadata: [], isCanonical: true);

    public EventData EventOf(Guid id, long number, DateTimeOffset? sent = null) => new(id, ItemsProjection.EventType, DataOf(number, sent));

    public StreamSnapshot SnapshotOf(int stream)
    {
        var digest = 0UL;
        for (var version = 1; version <= length; version++)
            digest += StreamState.DigestOf(version, HashOf(((long)stream * length) + version - 1));

        return new StreamSnapshot(length, unchecked((long)digest));
    }

    private byte[] DataOf(long number, DateTimeOffset? sent)
    {
        var time = sent is { } at ? $"\"apiCallTime\":\"{at:O}\"," : "";
        var head = string.Create(CultureInfo.InvariantCulture, $"{{{time}\"number\":{number},\"payload\":\"");
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
