namespace EventSourcingBench.Measurement.Results;

/// <summary>How often the processes that keep a store's data forced a file to disk in the measured time.</summary>
/// <param name="Count">How often.</param>
/// <param name="Source">What was counted: the name of the kernel's tracepoint, such as <c>ext4/ext4_sync_file_enter</c>.</param>
public sealed record ForcedWritesRecord(long Count, string Source);
