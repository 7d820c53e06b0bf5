namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>One trial: the store was empty at its start.</summary>
internal sealed record IngestTrial
{
    /// <summary>Its number in the step, from 1.</summary>
    public required int Number { get; init; }

    /// <summary>
    /// False for the first trial of a step: the store was opened and not touched before its first event. True for the others:
    /// before the clock was started, the store, opened on an empty namespace as well, was given one flush of as many events as
    /// the trial has, 1,000 at most, to a separate stream, so that connections are open and code is compiled.
    /// </summary>
    public required bool Warm { get; init; }

    /// <summary>Its start, UTC.</summary>
    public required DateTimeOffset MeasuredOn { get; init; }

    /// <summary>From the first event's offer to the acknowledgement of the last one.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>Events that the store acknowledged as durable.</summary>
    public required long Acknowledged { get; init; }

    /// <summary>
    /// Events that the non-blocking buffer refused because it was at its limit: counted, reported to the producer, never silently lost.
    /// </summary>
    public long Overflowed { get; init; }

    /// <summary>Events whose flush failed or whose outcome is not known.</summary>
    public long Failed { get; init; }

    /// <summary>How many flushes it took.</summary>
    public required long Flushes { get; init; }

    /// <summary>Whether a node was killed in it.</summary>
    public bool NodeDied { get; init; }

    /// <summary>Acknowledged events a second.</summary>
    public double EventsPerSecond => Duration > TimeSpan.Zero ? Acknowledged / Duration.TotalSeconds : 0;
}
