using System.Globalization;
using System.Text;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// The events of a growing store by their number: first those it is filled with, then those of the short streams, then single
/// ones that are appended at the samples, with the time of their sending: by turns one that is measured and one of the background
/// load. Those that are measured have a few streams of their own; of the background load each worker has one, so that events of a
/// stream follow one another.
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
            .. Enumerable.Range(0, GrowthBackground.Workers).Select(i => new StreamId($"background-{i}")),
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

    /// <summary>The number of a single event that is measured.</summary>
    /// <param name="index">Which, from 0.</param>
    public long LiveNumber(long index) => FirstLive + (2 * index);

    /// <summary>The number of an event of the background load.</summary>
    /// <param name="worker">Its worker.</param>
    /// <param name="index">Which of this worker's, from 0.</param>
    public long BackgroundNumber(int worker, long index) => FirstLive + (2 * ((index * GrowthBackground.Workers) + worker)) + 1;

    /// <summary>The number of an event's stream.</summary>
    public int StreamOf(long number)
    {
        if (number < FirstShort)
        {
            return Small.StreamOf(number);
        }

        if (number < FirstLive)
        {
            return Small.Streams.Count + (int)((number - FirstShort) / ShortLength);
        }

        var (index, ofBackground) = Math.DivRem(number - FirstLive, 2);
        return Small.Streams.Count + ShortStreams + (ofBackground == 0 ? (int)(index % LiveStreams) : LiveStreams + (int)(index % GrowthBackground.Workers));
    }

    /// <summary>The data of an event that is sent now.</summary>
    public static ReadOnlyMemory<byte> Live(DateTimeOffset at) => Encoding.UTF8.GetBytes(
        string.Create(CultureInfo.InvariantCulture, $"{{\"s\":\"LIVE\",\"t\":1,\"p\":9.5,\"at\":\"{at:O}\"}}"));
}
