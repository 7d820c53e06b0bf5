using System.Diagnostics;

namespace EventSourcingBench.Abstractions;

/// <summary>The time that a request spends in each part. It is in one part at a time, so the parts add up. What the request calls finds it
/// without a parameter; a queue keeps what <see cref="Mark"/> returns. Where no times are wanted, a mark costs a few nanoseconds.</summary>
public sealed class RequestTimes
{
    private const int MostSkipped = 15;
    private const double SkippedMicroseconds = 500;

    private static readonly AsyncLocal<RequestTimes?> Flowing = new();
    private static int _skipped;
    private static int _skip;

    private readonly long[] _ticks = new long[(int)RequestPart.Answer + 1];
    private RequestPart _part;
    private long _since = Stopwatch.GetTimestamp();

    private RequestTimes(RequestPart part) => _part = part;

    /// <summary>The times of the request that is handled here; null where none are wanted.</summary>
    public static RequestTimes? Current { get => Flowing.Value; set => Flowing.Value = value; }

    /// <summary>Begins a request. The times of a request cost about 3 µs. The next one is measured after one that took 500 µs or
    /// more, and fewer after shorter ones, down to 1 in 16, so that measuring takes at most 2%.</summary>
    /// <returns>Its times; null where it is not measured.</returns>
    public static RequestTimes? Begin(RequestPart part)
    {
        var isNext = Interlocked.Increment(ref _skipped) > Volatile.Read(ref _skip);
        if (isNext)
            Volatile.Write(ref _skipped, 0);

        return isNext ? Flowing.Value = new RequestTimes(part) : null;
    }

    /// <summary>The current request goes on to another part.</summary>
    /// <returns>Its times; null where none are wanted.</returns>
    public static RequestTimes? Mark(RequestPart part)
    {
        var current = Flowing.Value;
        current?.Enter(part);
        return current;
    }

    /// <summary>The current request is in the store until the result is disposed of, then in the adapter again.</summary>
    public static InStore EnterStore() => new(Mark(RequestPart.Store));

    /// <summary>The request goes on to another part. Any thread may call it, one after the other.</summary>
    public void Enter(RequestPart part)
    {
        var now = Stopwatch.GetTimestamp();
        _ticks[(int)_part] += now - _since;
        (_part, _since) = (part, now);
    }

    /// <returns>The microseconds in each part. Without a mark of the store, all time in the adapter is the store's.</returns>
    public int[] End()
    {
        Enter(RequestPart.Answer);
        if (_ticks[(int)RequestPart.Store] == 0)
            (_ticks[(int)RequestPart.Store], _ticks[(int)RequestPart.Adapter]) = (_ticks[(int)RequestPart.Adapter], 0);

        Volatile.Write(ref _skip, (int)Math.Min(MostSkipped, SkippedMicroseconds / (1 + (_ticks.Sum() * 1e6 / Stopwatch.Frequency))));
        return Array.ConvertAll(_ticks, t => (int)Math.Round(t * 1e6 / Stopwatch.Frequency));
    }

    public readonly record struct InStore(RequestTimes? Times) : IDisposable
    {
        public void Dispose() => Times?.Enter(RequestPart.Adapter);
    }
}

/// <summary>What a request spends its time on, from its arrival to its answer.</summary>
public enum RequestPart
{
    Route = 0, // Until the store is asked: routing, reading and validating the body.
    Wait = 1, // In queues of the API and the adapter: for the commit before the one that it shares, for a pause before a retry.
    Adapter = 2, // What the adapter and the command side do besides.
    Store = 3, // From the call of the store's client until the server's answer; in an embedded store the engine's work.
    Answer = 4,
}
