namespace EventSourcingBench.Stores.FileLog.Writing;

/// <summary>The address and time of a frame.</summary>
/// <param name="Address">Its address.</param>
/// <param name="Segment">The base of the segment.</param>
/// <param name="FirstEvent">The number of events before it.</param>
/// <param name="FlushedTo">The address up to which the log is certainly on disk.</param>
/// <param name="RecordedAtTicks">The time, UTC.</param>
internal readonly record struct FramePlace(long Address, long Segment, long FirstEvent, long FlushedTo, long RecordedAtTicks);
