namespace EventSourcingBench.Stores.FileLog.Recovering;

/// <summary>The result of recovery.</summary>
/// <param name="Elapsed">The duration.</param>
/// <param name="Segments">The number of segments read.</param>
/// <param name="Bytes">The number of bytes read and verified.</param>
/// <param name="Events">The number of events, including those removed by retention.</param>
/// <param name="CutBytes">The size of a torn tail that was cut; 0 if there was none.</param>
/// <param name="Cut">A sentence about the torn tail.</param>
internal sealed record RecoveryReport(TimeSpan Elapsed, int Segments, long Bytes, long Events, long CutBytes, string Cut);
