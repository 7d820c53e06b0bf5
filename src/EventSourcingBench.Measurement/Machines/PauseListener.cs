using System.Collections.Concurrent;
using System.Diagnostics.Tracing;

namespace EventSourcingBench.Measurement.Machines;

/// <summary>When this process paused for garbage collection, by the runtime's own events. Keeps the last 100.</summary>
public sealed class PauseListener : EventListener
{
    private const int Most = 100;
    private const EventKeywords Gc = (EventKeywords)1;

    // GC_SUSPEND_FOR_GC and GC_SUSPEND_FOR_GC_PREP; the runtime suspends threads for other reasons too.
    private static readonly uint[] GcReasons = [1, 6];

    private readonly ConcurrentQueue<RuntimePause> _pauses = new();
    private DateTime? _begun;

    public IReadOnlyList<RuntimePause> Latest => [.. _pauses];

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "Microsoft-Windows-DotNETRuntime")
            EnableEvents(eventSource, EventLevel.Informational, Gc);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventName == "GCSuspendEEBegin_V1")
        {
            _begun = eventData.Payload is [uint reason, ..] && GcReasons.Contains(reason) ? eventData.TimeStamp : null;
        }
        else if (eventData.EventName == "GCRestartEEEnd_V1" && _begun is { } begun)
        {
            _begun = null;
            _pauses.Enqueue(new RuntimePause(new DateTimeOffset(begun, TimeSpan.Zero), eventData.TimeStamp - begun));
            if (_pauses.Count > Most)
                _pauses.TryDequeue(out _);
        }
    }
}

/// <summary>A pause of a process, in which none of its threads ran.</summary>
public sealed record RuntimePause(DateTimeOffset At, TimeSpan Length);
