using System.Collections.Concurrent;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.FileLog;

/// <summary>What is known of the log: its segments, its names, and how far readers may go.</summary>
internal sealed class LogIndex : IDisposable
{
    private Segment[] _segments = [];
    private long _lastEvent;
    private long _removed;

    public Names<StreamState> Streams { get; } = new((number, name) => new StreamState(number, name));

    public Names<TypeName> Types { get; } = new((number, name) => new TypeName(number, name));

    /// <summary>Big frames whose sums were found right: they are read event by event, and once is enough.</summary>
    public ConcurrentDictionary<long, bool> Verified { get; } = new();

    /// <summary>The segments in their order; never changed, only replaced.</summary>
    public IReadOnlyList<Segment> Segments => Volatile.Read(ref _segments);

    /// <summary>The address of the last event that readers may see; 0 where there is none.</summary>
    public long LastEvent => Volatile.Read(ref _lastEvent);

    /// <summary>The address before which everything was removed.</summary>
    public long Removed => Volatile.Read(ref _removed);

    /// <summary>How many events there have been. The writer's own.</summary>
    public long Events { get; set; }

    public void Add(Segment segment)
    {
        if (_segments.Length == 0)
        {
            Volatile.Write(ref _removed, segment.Base);
        }

        Volatile.Write(ref _segments, [.. _segments, segment]);
    }

    /// <summary>Lets go of the oldest segment.</summary>
    public void RemoveOldest()
    {
        var oldest = _segments[0];
        Volatile.Write(ref _segments, _segments[1..]);
        Volatile.Write(ref _removed, _segments[0].Base);
        foreach (var frame in Verified.Keys.Where(frame => frame < Removed))
        {
            Verified.TryRemove(frame, out _);
        }

        foreach (var stream in Streams.All())
        {
            stream.Forget(Removed);
        }

        oldest.File.Dispose();
    }

    public void Advance(long lastEvent) => Volatile.Write(ref _lastEvent, lastEvent);

    /// <summary>The segment that has the address.</summary>
    /// <exception cref="StoreUnavailableException">It was removed.</exception>
    public Segment Find(long address)
    {
        var segments = Volatile.Read(ref _segments);
        var (low, high) = (0, segments.Length - 1);
        while (low < high)
        {
            var middle = (low + high + 1) / 2;
            (low, high) = segments[middle].Base <= address ? (middle, high) : (low, middle - 1);
        }

        return segments[low].Base <= address ? segments[low] : throw Gone(address);
    }

    /// <summary>What readers are told who come too late.</summary>
    public StoreUnavailableException Gone(long address) => new(
        $"The events at {address} were removed by {FileLogOptions.RetainBytes}: the log begins at {Removed}. Read from there, or keep more.");

    public void Dispose()
    {
        foreach (var segment in Segments)
        {
            segment.File.Dispose();
        }
    }
}
