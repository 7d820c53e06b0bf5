using System.Globalization;
using System.Text;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// The events of a growing store by their number: first those it is filled with, then those of the short streams, then single
/// ones that are appended at the samples, to a few streams of their own, with the time of their sending.
/// </summary>
internal sealed class GrowthEvents
{
    /// <summary>Streams of <see cref="ShortLength"/> events that are written before the others.</summary>
    public const int ShortStreams = 10;

    /// <summary>Events of a short stream.</summary>
    public const int ShortLength = 10;

    private const int LiveStreams = 10;
    private readonly long _filled;

    /// <summary>Makes the events of a seed.</summary>
    public GrowthEvents(int seed, int streams, long filled)
    {
        _filled = filled;
        Small = new SafeEvents(seed, streams);
        Streams =
        [
            .. Small.Streams,
            .. Enumerable.Range(0, ShortStreams).Select(i => new StreamId($"short-{i}")),
            .. Enumerable.Range(0, LiveStreams).Select(i => new StreamId($"live-{i}")),
        ];
    }

    /// <summary>What the store is filled with.</summary>
    public SafeEvents Small { get; }

    /// <summary>All streams.</summary>
    public IReadOnlyList<StreamId> Streams { get; }

    /// <summary>The number of the first event of the short streams.</summary>
    public long FirstShort => _filled;

    /// <summary>The number of the first single event.</summary>
    public long FirstLive => _filled + (ShortStreams * ShortLength);

    /// <summary>The number of an event's stream.</summary>
    public int StreamOf(long number) =>
        number < FirstShort ? Small.StreamOf(number)
        : number < FirstLive ? Small.Streams.Count + (int)((number - FirstShort) / ShortLength)
        : Small.Streams.Count + ShortStreams + (int)((number - FirstLive) % LiveStreams);

    /// <summary>The data of an event that is sent now.</summary>
    public static ReadOnlyMemory<byte> Live(DateTimeOffset at) => Encoding.UTF8.GetBytes(
        string.Create(CultureInfo.InvariantCulture, $"{{\"s\":\"LIVE\",\"t\":1,\"p\":9.5,\"at\":\"{at:O}\"}}"));
}
