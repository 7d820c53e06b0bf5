namespace EventSourcingBench.Stores.FileLog;

/// <summary>Where and when a frame is written.</summary>
/// <param name="Address">Its address.</param>
/// <param name="Segment">The base of the segment.</param>
/// <param name="FirstEvent">How many events there are before it.</param>
/// <param name="FlushedTo">The address up to which the log is on disk for certain.</param>
/// <param name="RecordedAtTicks">The clock, UTC.</param>
internal readonly record struct FramePlace(long Address, long Segment, long FirstEvent, long FlushedTo, long RecordedAtTicks);
