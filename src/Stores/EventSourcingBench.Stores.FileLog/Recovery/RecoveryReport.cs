namespace EventSourcingBench.Stores.FileLog;

/// <summary>What opening the log found and did.</summary>
/// <param name="Elapsed">How long it took.</param>
/// <param name="Segments">Segments that were read.</param>
/// <param name="Bytes">Bytes that were read and whose sums were right.</param>
/// <param name="Events">Events that are there, those that were removed by retention counted too.</param>
/// <param name="CutBytes">Bytes of a torn tail that were cut; 0 when there was none.</param>
/// <param name="Cut">What was cut, in one sentence.</param>
internal sealed record RecoveryReport(TimeSpan Elapsed, int Segments, long Bytes, long Events, long CutBytes, string Cut);
