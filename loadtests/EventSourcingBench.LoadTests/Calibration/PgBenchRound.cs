namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>One after the other on the same server: pgbench, then the store.</summary>
/// <param name="PgBenchPerSecond">Inserts a second of <c>pgbench -M prepared</c>.</param>
/// <param name="StorePerSecond">Appends a second of the store, one event each.</param>
public sealed record PgBenchRound(double PgBenchPerSecond, double StorePerSecond);
